"""A steady disk: memory for the bytes, and a fixed time for every sync, so that a shared machine's disk has no say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

SYNC_US = 1000
"""Microseconds that every fsync and fdatasync takes on the steady disk."""
_ROOM = 8 << 30
"""Bytes that the largest contender may need at once."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A folder to work in, the library that slows its syncs (if one could be made), and what it is in words."""

    folder: Path
    library: Path | None
    note: str

    def settings(self, *, slow: bool) -> dict[str, str]:
        """Return the environment of a contender on this disk; without `slow` a sync is counted but takes no time."""
        if self.library is None:
            return {}
        return {"LD_PRELOAD": str(self.library), "BENCH_SYNC_US": str(SYNC_US if slow else 0)}


@contextmanager
def steady_disk() -> Iterator[Disk]:
    """Yield a disk in memory where one can be had, else a plain folder; it is gone afterwards."""
    tools = Path(tempfile.mkdtemp(prefix="indagate-bench-"))
    folder = tools / "disk"
    folder.mkdir()
    mounted = _mount(folder)
    shared = None if mounted else _shared_memory()
    try:
        library, trouble = _compile(tools)
        where = "in memory" if mounted or shared else "on a plain disk (no tmpfs with 8 GiB could be had)"
        speed = (
            f"each sync {SYNC_US / 1000:g} ms longer, counted" if library else f"real syncs, not counted ({trouble})"
        )
        yield Disk(shared or folder, library, f"{where}, {speed}")
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=False)
        if shared:
            shutil.rmtree(shared, ignore_errors=True)
        shutil.rmtree(tools, ignore_errors=True)


def _mount(folder: Path) -> bool:
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={_ROOM},mode=700", "indagate-bench", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _shared_memory() -> Path | None:
    root = Path("/dev/shm")
    if not (root.is_dir() and os.access(root, os.W_OK) and shutil.disk_usage(root).free >= _ROOM):
        return None
    return Path(tempfile.mkdtemp(prefix="indagate-bench-", dir=root))


def _compile(folder: Path) -> tuple[Path | None, str]:
    """Return the library, or None and why not."""
    if not sys.platform.startswith("linux"):
        return None, "preloading a library is for Linux"
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if compiler is None:
        return None, "no C compiler was found"
    library = folder / "slow_sync.so"
    source = Path(__file__).with_name("slow_sync.c")
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (library, "") if done.returncode == 0 else (None, f"{compiler} refused the library")


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
