"""Work that never ends, for a process that is killed."""

from __future__ import annotations

import os
from pathlib import Path


def spin(argument: bytes) -> bytes:
    """Say who I am, then never stop."""
    Path(argument.decode()).write_text(str(os.getpid()))
    while True:
        pass
