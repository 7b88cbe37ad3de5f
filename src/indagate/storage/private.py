"""Who may read what indagate keeps: the person whose home it is, and nobody else of the machine."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OTHERS = 0o077
"""The permissions that nobody but the owner needs."""
KEPT = (
    "store", "runs", "snapshots", "archives", "corpora", "tables", "web", "cache", "notes", "notebook", "domains",
    "gallery", "lessons", "notices",
)  # fmt: skip
"""The folders of a home that are tightened in whole."""
_users_umask: list[int] = []


def write_privately() -> None:
    """From now on every file that this process makes is for its user alone; his own umask is remembered."""
    _users_umask[:] = [os.umask(OTHERS)]


def users_mode() -> int | None:
    """Return the mode of a file that the user asked for at a place of his own, or None where nothing was changed."""
    return 0o666 & ~_users_umask[0] if _users_umask else None


def tighten(root: Path) -> bool:
    """Take from others what they may do with a home, and return whether that was needed and done.

    Only what indagate keeps there is changed: a home may be a folder that holds other files too.
    """
    if not _open_to_others(root):
        return False
    for path in (root, *root.glob("journal.db*"), *root.glob("crash-*.txt")):
        _close(path)
    for name in KEPT:
        for folder, _, files in os.walk(root / name):
            _close(Path(folder))
            for file in files:
                _close(Path(folder, file))
    return not _open_to_others(root)


def _open_to_others(path: Path) -> bool:
    try:
        found = path.stat()
    except OSError:
        return False
    return bool(found.st_mode & OTHERS) and found.st_uid == os.geteuid()


def _close(path: Path) -> None:
    with contextlib.suppress(OSError):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & 0o7777 & ~OTHERS)
