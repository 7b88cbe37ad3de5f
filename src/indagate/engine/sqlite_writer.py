"""Writing to a journal's file: everything that waits, in one transaction."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.engine.damage import explain, is_busy, is_stopped, lock_holder
from indagate.engine.row import Row
from indagate.engine.writer import LONGEST, Work, WriteBatch, Writer, fail, lost, unbroken

if TYPE_CHECKING:
    from indagate.engine.journal import Connection
    from indagate.engine.sqlite_journal import SqliteConnection

_COLUMNS = "id, kind, name, key, at, stands, body, crc"
_WIDTH = 8
_CHUNKS = (256, 32, 4, 1)  # rows a statement: few steps, so that the interpreter's lock changes hands seldom
_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?)"
_INSERTS = {size: f"INSERT INTO rows({_COLUMNS}) VALUES " + ", ".join([_MARKS] * size) for size in _CHUNKS}
_HOLDS = "SELECT 1 FROM runs WHERE id = ? AND owner = ?"


class SqliteWriter(Writer):
    """Commits to one file. A driver that was overtaken meets a row where it wants to write."""

    def __init__(self, path: Path, connect: Callable[[], SqliteConnection]) -> None:
        super().__init__()
        self._path = path
        self._connect = connect
        self._connection: SqliteConnection | None = None
        self._beat: tuple[float, Callable[[Connection], object]] | None = None
        self._next_beat = 0.0

    def beat(self, every: float, work: Callable[[Connection], object]) -> None:
        """From now on do `work` every so many seconds, whatever the event loop is doing."""
        self._beat = (every, work)

    def idle(self) -> float | None:
        """Return half the time between two beats, if there are any."""
        return self._beat[0] / 2 if self._beat else None

    def disconnect(self) -> None:
        """Give the connection up; the next group opens another."""
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def commit(self, group: list[Work]) -> None:
        """Commit a group and keep the beat."""
        self._connection = self._connection or self._connect()
        _commit(self._connection, group, self._path)
        self._keep_beat(self._connection)

    def _keep_beat(self, connection: SqliteConnection) -> None:
        now = time.monotonic()
        if self._beat and now >= self._next_beat:
            self._next_beat = now + self._beat[0]
            try:
                self._beat[1](connection)
            except sqlite3.Error:
                self._next_beat = now  # the next round tries again; rows are fenced by their key in any case


def insert(connection: sqlite3.Connection, run: int, rows: Sequence[Row]) -> None:
    """Insert rows of a run within a transaction."""
    pending: list[Any] = []
    for row in rows:
        pending += _values(run, row)
    _insert(connection, pending)


def _values(run: int, row: Row) -> tuple[Any, ...]:
    return row.number(run), row.kind, row.name, row.key, row.at, row.stands, row.body.decode(), row.check


def _commit(connection: SqliteConnection, group: list[Work], path: Path) -> None:
    """Commit a group; if anything in it fails, each member by itself, so that it fails alone."""
    group = unbroken(group)
    if not group:
        return
    try:
        _begin(connection, path)
    except sqlite3.Error as error:  # nobody's own fault: the file is locked or the disk refuses
        for work in group:
            fail(work, explain(error, path))
        return
    try:
        _together(connection, group)
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - the worker loop: a change may raise anything, and fails alone
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(group) == 1:
            fail(group[0], _explained(error, group[0], path))
            return
        for work in group:
            _commit(connection, [work], path)
    for work in group:
        work.through = True


def _begin(connection: sqlite3.Connection, path: Path) -> None:
    """Begin to write; a process that is busy writing is waited for, one that is stopped is not."""
    until = time.monotonic() + LONGEST
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            pid = lock_holder(path)
            if not is_busy(error) or time.monotonic() >= until or (pid is not None and is_stopped(pid)):
                raise


def _together(connection: SqliteConnection, group: list[Work]) -> None:
    pending: list[Any] = []
    for work in group:
        act = work.act
        if isinstance(act, WriteBatch):
            run = act.run
            if act.owner and not connection.execute(_HOLDS, (run, act.owner)).fetchone():
                raise lost()
            for row in act.rows:
                pending += _values(run, row)
            for taken in act.taken:
                connection.execute("UPDATE inbox SET taken = ?2, outcome = ?3 WHERE id = ?1 AND taken IS NULL", taken)
        else:
            _insert(connection, pending)
            pending = []
            work.result = act(connection)
    _insert(connection, pending)


def _insert(connection: sqlite3.Connection, values: list[Any]) -> None:
    start, left = 0, len(values) // _WIDTH
    for size in _CHUNKS:
        while left >= size:
            connection.execute(_INSERTS[size], values[start : start + size * _WIDTH])
            start, left = start + size * _WIDTH, left - size


def _explained(error: Exception, work: Work, path: Path) -> Exception:
    if isinstance(error, sqlite3.IntegrityError) and isinstance(work.act, WriteBatch):
        return lost()
    if isinstance(error, sqlite3.Error):
        return explain(error, path)
    return error
