"""Compiled templates, kept in a folder `__pycache__` of the package, as Python keeps the code of its modules."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import BytecodeCache


def kept_in(folder: Path) -> BytecodeCache:
    """Return where an environment keeps its compiled templates: below a folder that no other one uses for that.

    A template whose text has changed is compiled again. Where Python is told to write no bytecode, or may not write
    there, none is kept.
    """
    import jinja2

    class Beside(jinja2.FileSystemBytecodeCache):
        """Writes as Python does: where it may, and in silence where it may not."""

        def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
            with contextlib.suppress(OSError):
                super().load_bytecode(bucket)

        def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
            if not sys.dont_write_bytecode:
                with contextlib.suppress(OSError):
                    Path(self.directory).mkdir(exist_ok=True)
                    super().dump_bytecode(bucket)

    return Beside(str(folder / "__pycache__"), f"%s.{sys.implementation.cache_tag}-jinja{jinja2.__version__}")
