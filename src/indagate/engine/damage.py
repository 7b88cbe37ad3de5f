"""SQLite's reports of damage or refusal, turned into errors that name the file and say what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from indagate.errors import Corrupt, IndagateError, StorageError
from indagate.storage.writing import FREE

SALVAGE = "The runs' folders stay readable. `sqlite3 journal.db .recover` may save other runs; a copy first."
EMPTY = "Bring it back from a backup; or move it away, and new runs begin. The runs' folders stay readable."
_AGAIN = "Another program may hold it, or the disk fails; try again."
_OTHER = "Point INDAGATE_HOME at a folder that can be written."
_WRITING = 120
"""The byte of the shared-memory file by which SQLite's WAL mode locks writing."""
_REFUSALS = {
    sqlite3.SQLITE_FULL: ("the disk is full", FREE),
    sqlite3.SQLITE_READONLY: ("it is read-only", _OTHER),
    sqlite3.SQLITE_CANTOPEN: ("it cannot be opened", _OTHER),
    sqlite3.SQLITE_PERM: ("permission denied", _OTHER),
    sqlite3.SQLITE_BUSY: ("it is locked", _AGAIN),
    sqlite3.SQLITE_LOCKED: ("it is locked", _AGAIN),
    sqlite3.SQLITE_PROTOCOL: ("it is locked", _AGAIN),
    sqlite3.SQLITE_NOMEM: ("the memory is full", "End other programs. Nothing recorded was lost."),
    sqlite3.SQLITE_IOERR: ("the disk reports an error", _AGAIN),
}


def explain(error: sqlite3.Error, path: Path) -> IndagateError:
    """Return the error of ours for one of SQLite's."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _REFUSALS:
        reason, hint = _REFUSALS[code]
        if is_busy(error) and (pid := lock_holder(path)) is not None:
            reason, hint = f"process {pid} holds it", _AGAIN
            if is_stopped(pid):
                reason = f"process {pid}, which was stopped in the middle of a commit, holds it"
                hint = (
                    f"Let that process go on (`kill -CONT {pid}`, or `fg` in its terminal) or end it; nothing is lost."
                )
        return StorageError(f"cannot use {path}: {reason} ({error})", hint=hint)
    return Corrupt(f"the journal {path} is damaged: {error}", hint=SALVAGE)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether SQLite gave up because another process is writing."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) == sqlite3.SQLITE_BUSY


def lock_holder(path: Path) -> int | None:
    """Return the process that is writing to the journal at `path`; None where nobody is, or no system reports it."""
    # Never by opening the file itself: closing it would give up this process's own locks on it.
    try:
        inode = str(path.with_name(f"{path.name}-shm").stat().st_ino)
        locks = [line.split() for line in Path("/proc/locks").read_text().splitlines() if "->" not in line]
        found = [int(lock[4]) for lock in locks if lock[3] == "WRITE" and lock[5].rpartition(":")[2] == inode
                 and int(lock[6]) <= _WRITING <= int(lock[7])]  # fmt: skip
    except (OSError, ValueError, IndexError):
        return None
    return next((pid for pid in found if pid > 0), None)


def is_stopped(pid: int) -> bool:
    """Whether a process is stopped (SIGSTOP, Ctrl-Z, a debugger)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] in "Tt"
    except (OSError, IndexError):
        return False


class damage:  # noqa: N801 - reads as a statement
    """Turn SQLite's errors within a block into errors of ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise explain(error, self._path) from error
