"""The index's file: connections to it, the lock on making it, and throwing it away."""

from __future__ import annotations

import fcntl
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from indagate.corpus import shelf
from indagate.errors import StorageError


class IndexFile:
    """One SQLite file that many threads and processes may use."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        self._lock = threading.Lock()

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for this caller alone; raises sqlite3.DatabaseError when the file is damaged or outdated."""
        with self._lock:
            db = self._idle.pop() if self._idle else None
        if db is None:
            db = shelf.connect(self.path)
            if shelf.version(db) != shelf.VERSION:
                db.close()
                raise sqlite3.DatabaseError("malformed: another version's index")
        try:
            yield db
        except BaseException:
            db.close()
            raise
        with self._lock:
            self._idle.append(db)

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """One maker of the index at a time, whichever process it is in; a killed one lets go by itself."""
        try:
            lock = self.path.with_suffix(".lock").open("ab")
        except OSError as error:
            raise StorageError(f"{self.path}: the index cannot be kept there: {error.strerror}") from error
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def discard(self) -> None:
        """Throw the index away; it can be made again from the folder."""
        self.close()
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the idle connections."""
        with self._lock:
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()
