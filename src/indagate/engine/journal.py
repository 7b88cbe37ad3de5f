"""The journal: every row of every run, in one SQLite file, committed in groups.

One thread writes for all runs of a process. What arrives while a commit is under way goes into the next one, so that
a thousand runs share an fsync. Rows carry (run, seq) as their key: a driver that was overtaken meets a row where it
wants to write, and only that driver fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from indagate.engine.damage import EMPTY, SALVAGE, damage, explain
from indagate.engine.row import PER_RUN, Row
from indagate.engine.writer import Writer
from indagate.errors import Corrupt, NoSuchRun, OtherVersion, TooNew
from indagate.frozen import dataclass
from indagate.storage import storage_errors
from indagate.storage.private import FILE
from indagate.storage.writing import draft_beside, sync_folder

SCHEMA_VERSION = 2
PATIENCE = 3.0
"""Seconds to wait for a process that is writing, before it is looked who that is."""
_CHECKED = (1 << 32) - 1
"""The bits of a checksum: earlier versions kept it without a sign."""
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
T = TypeVar("T")


def span(run: int) -> tuple[int, int]:
    """Return the first and the last number that a run's rows may have."""
    return run * PER_RUN, run * PER_RUN + PER_RUN - 1


@dataclass(frozen=True, slots=True)
class Run:
    """A run's entry: `name` for people, `id` for rows, `origin` from where its flow can be loaded again."""

    id: int
    name: str
    flow: str
    origin: str
    born: int
    parent: int | None
    paused: bool
    owner: str | None
    held: int | None


_RUN = "id, name, flow, origin, born, parent, paused, owner, held"


def _run(values: tuple[Any, ...]) -> Run:
    number, name, flow, origin, born, parent, paused, owner, held = values
    return Run(number, name, flow, origin, born, parent, bool(paused), owner, held)


class Journal:
    """The rows of all runs in one file. Reading is direct; all writing goes through one `Writer`."""

    def __init__(self, path: Path, reader: sqlite3.Connection) -> None:
        self.path = path
        self._reader = reader
        self._writer: Writer | None = None
        self._soon: list[Callable[[], None]] = []

    @classmethod
    def open(cls, path: Path) -> Journal:
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
    def writer(self) -> Writer:
        """The thread that writes, started when first needed."""
        if self._writer is None:
            self._writer = Writer(self.path, lambda: connect(self.path))
            self._writer.start()
        return self._writer

    def between_commits(self, seconds: float) -> AbstractContextManager[None]:
        """Begin no commit within, and wait at most so long for one under way to end."""
        return nullcontext() if self._writer is None else self._writer.between_commits(seconds)

    def soon(self, act: Callable[[], None]) -> None:
        """Call `act` in a moment, with whatever else was asked for until then: one timer serves all runs."""
        if not self._soon:
            asyncio.get_running_loop().call_later(LAZY, self._now)
        self._soon.append(act)

    def _now(self) -> None:
        acts, self._soon = self._soon, []
        for act in acts:
            act()

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` within the writer's next commit and return what it returned."""
        return await self.writer.change(work)

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
        expected = after + 1
        try:
            # The body as bytes: a damaged one must reach the checksum instead of failing to decode.
            found = self._reader.execute(
                "SELECT seq, kind, name, key, at, stands, CAST(body AS BLOB), crc FROM rows "
                "WHERE id > ? AND id <= ? ORDER BY id",
                (run * PER_RUN + after, run * PER_RUN + (PER_RUN - 1 if upto is None else upto)),
            )
            for seq, kind, name, key, at, stands, body, crc in found:
                row = Row(seq, kind, name, key, at, stands, body)
                if seq != expected:
                    raise Corrupt(f"row {expected} of run {self.name(run)} is missing from {self.path}", hint=SALVAGE)
                if (row.check ^ crc) & _CHECKED:
                    raise Corrupt(f"row {seq} of run {self.name(run)} is damaged in {self.path}", hint=SALVAGE)
                expected += 1
                yield row
        except sqlite3.Error as error:
            reason = explain(error, self.path)
            raise type(reason)(f"row {expected} of run #{run}: {reason.message}", hint=reason.hint) from error

    def name(self, run: int) -> str:
        """Return a run's name by its id."""
        found = self.read("SELECT name FROM runs WHERE id = ?", run)
        return str(found[0][0]) if found else f"#{run}"

    def run(self, name: str) -> Run:
        """Return the entry of a run by its whole name, the one way it ends or begins with `name`, or `last`.

        Raises `NoSuchRun`.
        """
        if name == "last":
            found = self.read(f"SELECT {_RUN} FROM runs WHERE parent IS NULL ORDER BY id DESC LIMIT 1")
            if not found:
                raise NoSuchRun(f"there is no run yet in {self.path.parent}")
            return _run(found[0])
        found = self.read(f"SELECT {_RUN} FROM runs WHERE name = ?", name)
        if not found and name:
            close = self.read(
                f"SELECT {_RUN} FROM runs WHERE instr(name, ?) = 1 OR substr(name, -length(?)) = ? LIMIT 2",
                name, name, name,
            )  # fmt: skip
            found = close if len(close) == 1 else []
            if len(close) > 1:
                raise NoSuchRun(f"{name!r} could be {close[0][1]} or {close[1][1]}", hint="Give the whole name.")
        if not found:
            raise NoSuchRun(f"no run {name!r} in {self.path.parent}", hint="`indagate runs` lists them.")
        return _run(found[0])

    def runs(self) -> list[Run]:
        """Return all runs, oldest first."""
        return [_run(values) for values in self.read(f"SELECT {_RUN} FROM runs ORDER BY id")]

    def by_id(self, run: int) -> Run:
        """Return the entry of a run by its id. Raises `NoSuchRun`."""
        found = self.read(f"SELECT {_RUN} FROM runs WHERE id = ?", run)
        if not found:
            raise NoSuchRun(f"no run with id {run} in {self.path}")
        return _run(found[0])

    def stands(self, run: int) -> str:
        """Return where a run stands, from its last move."""
        found = self.read(
            "SELECT stands FROM rows WHERE id BETWEEN ? AND ? AND stands IS NOT NULL ORDER BY id DESC LIMIT 1",
            *span(run),
        )
        return str(found[0][0]) if found else ""

    def last(self, run: int) -> tuple[int, int]:
        """Return the number and time of a run's last row."""
        found = self.read("SELECT seq, at FROM rows WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1", *span(run))
        return (int(found[0][0]), int(found[0][1])) if found else (-1, 0)


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection of ours to the journal's file; one that may not be written, as in an archive, only to read."""
    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    kept = path.exists() and not (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK))
    where = reading_address(path) if kept else str(path)
    try:
        connection = sqlite3.connect(where, isolation_level=None, check_same_thread=False, timeout=PATIENCE, uri=kept)
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
