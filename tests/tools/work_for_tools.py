"""Plain functions at the top of a module, so that they can run in a process of their own."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from indagate.tools import tool


@dataclass(frozen=True)
class Sum:
    """A sum and the process that made it."""

    total: int
    process: int


@tool(timeout=20)
def add(numbers: list[int], more: int = 0) -> Sum:
    """Add numbers."""
    return Sum(sum(numbers) + more, os.getpid())


@tool(timeout=6)
def spin(ready: str) -> int:
    """Never come back."""
    Path(ready).write_text(str(os.getpid()))
    while True:
        time.sleep(0.01)


@tool(timeout=20)
def fail(reason: str) -> int:
    """Fail for a reason."""
    raise ValueError(reason)
