"""SQLite's reports of damage or refusal, turned into errors that name the file and say what to do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from indagate.errors import Corrupt, IndagateError, StorageError
from indagate.store.writing import FREE

SALVAGE = "The runs' folders stay readable. `sqlite3 journal.db .recover` may save other runs; a copy first."
_AGAIN = "Another program may hold it, or the disk fails; try again."
_OTHER = "Point INDAGATE_HOME at a folder that can be written."
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
        return StorageError(f"cannot use {path}: {reason} ({error})", hint=hint)
    return Corrupt(f"the journal {path} is damaged: {error}", hint=SALVAGE)


class damage:  # noqa: N801 - reads as a statement
    """Turn SQLite's errors within a block into errors of ours."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise explain(error, self._path) from error
