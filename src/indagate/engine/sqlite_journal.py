"""The journal in one SQLite file beside the runs' folders: no server, nothing to set up."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any

from indagate.engine import lease, removal
from indagate.engine.damage import EMPTY, SALVAGE, damage, explain
from indagate.engine.journal import COLUMNS, Journal, Run
from indagate.engine.row import PER_RUN, Row
from indagate.engine.sqlite_writer import SqliteWriter, insert
from indagate.errors import Corrupt, OtherVersion, TooNew
from indagate.storage import storage_errors
from indagate.storage.private import FILE
from indagate.storage.writing import draft_beside, sync_folder

SCHEMA_VERSION = 2
PATIENCE = 3.0
"""Seconds to wait for a process that is writing, before it is looked who that is."""
LAZY = 0.005
"""Seconds that a row which nobody waits for may wait for company."""
_SCHEMA = """
CREATE TABLE runs(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, flow TEXT NOT NULL, origin TEXT NOT NULL, born INTEGER NOT NULL,
    parent INTEGER REFERENCES runs(id), parent_key TEXT, paused INTEGER NOT NULL DEFAULT 0, owner TEXT, held INTEGER
);
CREATE UNIQUE INDEX runs_by_parent ON runs(parent, parent_key) WHERE parent IS NOT NULL;
CREATE TABLE rows(
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,
    stands TEXT, body TEXT NOT NULL, crc INTEGER NOT NULL,
    run INTEGER AS (id >> 32) VIRTUAL, seq INTEGER AS (id & 4294967295) VIRTUAL
);
CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE inbox(
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL, word TEXT NOT NULL, text TEXT NOT NULL,
    at INTEGER NOT NULL, taken INTEGER, outcome TEXT
);
CREATE INDEX inbox_waiting ON inbox(run) WHERE taken IS NULL;
"""
_COLUMNS = {
    "runs": "id name flow origin born parent parent_key paused owner held",
    "rows": "id kind name key at stands body crc run seq",
    "counters": "name value",
    "inbox": "id run word text at taken outcome",
}
"""The columns of each table, by which a journal of another version is known."""


class SqliteConnection(sqlite3.Connection):
    """A connection to a journal's file, as the engine uses it."""

    columns = COLUMNS
    next_id = (
        "(SELECT 1 + max(coalesce((SELECT max(id) FROM runs), 0), "
        f"coalesce((SELECT value FROM counters WHERE name = '{removal.LAST}'), 0)))"
    )

    @staticmethod
    def to_run(values: Sequence[Any]) -> Run:
        """Return the entry that the values of `columns` stand for."""
        number, name, flow, origin, born, parent, paused, owner, held = values
        return Run(number, name, flow, origin, born, parent, bool(paused), owner, held)

    def put(self, run: int, rows: Sequence[Row]) -> None:
        """Enter rows of a run, within a transaction."""
        insert(self, run, rows)

    def renumber(self) -> None:
        """Do nothing: the next id is looked for."""


class SqliteJournal(Journal):
    """The rows of all runs in one file."""

    connection_type = SqliteConnection
    lease_seconds = lease.TTL

    def __init__(self, path: Path, reader: SqliteConnection) -> None:
        super().__init__(str(path), str(path.parent))
        self.path = path
        self._reader = reader
        self._writer: SqliteWriter | None = None

    @classmethod
    def at(cls, path: Path) -> SqliteJournal:
        """Open or make the journal at `path`. Raises `StorageError`, `Corrupt`, `TooNew` or `OtherVersion`."""
        if not path.exists():
            _make(path)
        elif not path.stat().st_size:
            raise Corrupt(f"the journal {path} is empty: its runs are lost", hint=EMPTY)
        reader = connect(path)
        try:
            with damage(path):
                version = int(reader.execute("PRAGMA user_version").fetchone()[0])
                if version == 0:
                    _create(reader, path)
                elif version > SCHEMA_VERSION:
                    raise TooNew(
                        f"the journal {path} was written by a newer indagate (schema {version}, this one reads "
                        f"{SCHEMA_VERSION})",
                        hint="Upgrade indagate, or point INDAGATE_HOME at another folder.",
                    )
                _require_tables(reader, path)
        except BaseException:
            reader.close()
            raise
        return cls(path, reader)

    def close(self) -> None:
        """Write out what waits and close."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._reader.close()

    @property
    def writer(self) -> SqliteWriter:
        """The thread that writes, started when first needed."""
        if self._writer is None:
            self._writer = SqliteWriter(self.path, lambda: connect(self.path))
            self._writer.start()
        return self._writer

    def between_commits(self, seconds: float) -> AbstractContextManager[None]:
        """Begin no commit within, and wait at most so long for one under way to end."""
        return nullcontext() if self._writer is None else self._writer.between_commits(seconds)

    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Raises `Corrupt` when the file is damaged."""
        with damage(self.path):
            return self._reader.execute(sql, values).fetchall()

    def read_named(self, sql: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return the rows of a query whose values have names. Raises `Corrupt` when the file is damaged."""
        with damage(self.path):
            return self._reader.execute(sql, values).fetchall()

    def rows(self, run: int, *, after: int = -1, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows of a run in order. Raises `Corrupt` at a damaged or missing row, naming it."""
        read = after
        try:
            # The body as bytes: a damaged one must reach the checksum instead of failing to decode.
            found = self._reader.execute(
                "SELECT seq, kind, name, key, at, stands, CAST(body AS BLOB), crc FROM rows "
                "WHERE id > ? AND id <= ? ORDER BY id",
                (run * PER_RUN + after, run * PER_RUN + (PER_RUN - 1 if upto is None else upto)),
            )
            for row in self.checked(run, found, after + 1, SALVAGE):
                read = row.seq
                yield row
        except sqlite3.Error as error:
            reason = explain(error, self.path)
            raise type(reason)(f"row {read + 1} of run #{run}: {reason.message}", hint=reason.hint) from error

    def reading(self) -> AbstractContextManager[SqliteConnection]:
        """Return a connection of its own to read with."""
        return closing(connect(self.path))

    def version(self) -> int:
        """Return a number that changes when another connection writes."""
        return int(self.read("PRAGMA data_version")[0][0])

    def free_pages(self) -> tuple[int, int]:
        """Return how many pages of the file hold nothing, and their bytes."""
        pages = int(self.read("PRAGMA freelist_count")[0][0])
        return pages, pages * int(self.read("PRAGMA page_size")[0][0])

    def compact(self) -> None:
        """Give the room of deleted rows back to the disk."""
        with closing(connect(self.path)) as connection, damage(self.path):
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def connect(path: Path) -> SqliteConnection:
    """Open a connection of ours to the journal's file; one that may not be written, as in an archive, only to read."""
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    kept = path.exists() and not (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK))
    where = reading_address(path) if kept else str(path)
    try:
        connection = sqlite3.connect(
            where, isolation_level=None, check_same_thread=False, timeout=PATIENCE, uri=kept, factory=SqliteConnection
        )
        connection.create_function("clock_ms", 0, lease.now)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    if kept:
        return connection
    try:
        with damage(path):
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = OFF")
    except BaseException:
        connection.close()
        raise
    return connection


def _make(path: Path) -> None:
    """Make a journal, readable for its owner alone; what stands at `path` is whole, and never another process's."""
    draft = draft_beside(path, "draft")
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    try:
        with contextlib.closing(connect(draft)) as connection, damage(path):
            _create(connection, path)
        with storage_errors(path), contextlib.suppress(FileExistsError):  # another process was first
            try:
                os.link(draft, path)
            except FileExistsError:
                raise
            except OSError:  # a file system without links
                if not path.exists():
                    draft.replace(path)
            sync_folder(path.parent)
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def reading_address(path: Path) -> str:
    """Return the SQLite URI of a journal that is only read; without a log beside it nobody has it open to write."""
    return f"{path.as_uri()}?mode=ro" + ("" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1")


def _create(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if int(connection.execute("PRAGMA user_version").fetchone()[0]) == 0:  # another process may have been first
        if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise _foreign(path)
        for statement in _SCHEMA.split(";\n"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def _require_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `OtherVersion` unless the journal has the columns that are read and written here."""
    for table, wanted in _COLUMNS.items():
        there = {name for (name,) in connection.execute("SELECT name FROM pragma_table_xinfo(?)", (table,))}
        if not set(wanted.split()) <= there:
            raise _foreign(path)


def _foreign(path: Path) -> OtherVersion:
    return OtherVersion(
        f"the journal {path} was written by another version of indagate, whose runs this one cannot read",
        hint="Use that version for its runs, whose folders stay readable; for new runs move the folder aside, or point "
        "INDAGATE_HOME or --home at another.",
    )
