"""The journal: every row of every run, read directly and written in groups by one thread of a process.

What a journal is kept in says its own class: `SqliteJournal` a file, `PostgresJournal` a server that many machines
reach. The engine's SQL is written once, for both: each brings a connection that takes it, the function `clock_ms()`,
which is the time that leases go by, and what fences a driver that was overtaken.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from indagate.engine import lease
from indagate.engine.row import PER_RUN, Row
from indagate.errors import Corrupt, InputError, NoSuchRun
from indagate.frozen import dataclass

if TYPE_CHECKING:
    from indagate.engine.writer import Writer

_CHECKED = (1 << 32) - 1
"""The bits of a checksum: earlier versions kept it without a sign."""
LAZY = 0.005
"""Seconds that a row which nobody waits for may wait for company."""
COLUMNS = (
    "runs.id, runs.name, runs.flow, runs.origin, runs.born, runs.parent, runs.paused, runs.owner, runs.held AS held"
)
T = TypeVar("T")


def span(run: int) -> tuple[int, int]:
    """Return the first and the last number that a run's rows may have."""
    return run * PER_RUN, run * PER_RUN + PER_RUN - 1


@dataclass(frozen=True, slots=True)
class Run:
    """A run's entry: `name` for people, `id` for rows, `origin` from where its flow can be loaded again.

    `owner` has its lease until `held` (by this machine's clock); `epoch` rises with every taking where many machines
    take runs.
    """

    id: int
    name: str
    flow: str
    origin: str
    born: int
    parent: int | None
    paused: bool
    owner: str | None
    held: int | None
    epoch: int = 0


class Cursor(Protocol):
    """What a statement found."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """What the engine's SQL is put to: marks are `?` or `:name`; `columns` are those of a run's entry."""

    columns: str
    next_id: str
    """The id of the next run, as SQL."""

    def execute(self, sql: str, values: Any = (), /) -> Cursor:
        """Put a statement."""
        ...

    def put(self, run: int, rows: Sequence[Row]) -> None:
        """Enter rows of a run, within a transaction."""

    def renumber(self) -> None:
        """Let ids begin after those that were entered from elsewhere, within a transaction."""

    @staticmethod
    def to_run(values: Sequence[Any]) -> Run:
        """Return the entry that the values of `columns` stand for."""
        ...


def entry(connection: Connection, run: int) -> Run:
    """Return a run's entry as it is within a transaction. Raises `NoSuchRun` when the run was deleted."""
    found = connection.execute(f"SELECT {connection.columns} FROM runs WHERE id = ?", (run,)).fetchone()
    if found is None:
        raise NoSuchRun("the run was deleted meanwhile")
    return connection.to_run(found)


class Journal(ABC):
    """The rows of all runs of a home. Reading is direct; all writing goes through one `Writer`."""

    connection_type: type[Connection]
    lease_seconds: float
    """Seconds that a lease lasts where INDAGATE_LEASE says nothing else."""

    def __init__(self, label: str, place: str) -> None:
        self.label = label
        """The journal as a message names it, and below that the home."""
        self.place = place
        self._soon: list[Callable[[], None]] = []

    @staticmethod
    def open(address: Path | str) -> Journal:
        """Open or make the journal in a file, or at a Postgres address.

        Raises `StorageError`, `Corrupt`, `TooNew`, `OtherVersion`, `InputError` where Postgres cannot be used.
        """
        if isinstance(address, Path):
            from indagate.engine.sqlite_journal import SqliteJournal

            return SqliteJournal.at(address)
        try:
            from indagate.engine.postgres_journal import PostgresJournal
        except ImportError:
            raise InputError("a home in Postgres needs psycopg", hint="pip install 'indagate[cluster]'") from None
        return PostgresJournal.at(address)

    @property
    def lease_ms(self) -> int:
        """Milliseconds that a lease lasts."""
        return round(lease.ttl(self.lease_seconds) * 1000)

    @abstractmethod
    def close(self) -> None:
        """Write out what waits and close."""

    @property
    @abstractmethod
    def writer(self) -> Writer:
        """The thread that writes, started when first needed."""

    @abstractmethod
    def between_commits(self, seconds: float) -> AbstractContextManager[None]:
        """Begin no commit within, and wait at most so long for one under way to end."""

    @abstractmethod
    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query. Raises `Corrupt` or `StorageError`."""

    @abstractmethod
    def read_named(self, sql: str, values: Mapping[str, object]) -> list[tuple[Any, ...]]:
        """Return the rows of a query whose values have names. Raises `Corrupt` or `StorageError`."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """Return a connection of its own to read with."""

    @abstractmethod
    def rows(self, run: int, *, after: int = -1, upto: int | None = None) -> Iterator[Row]:
        """Yield the rows of a run in order. Raises `Corrupt` at a damaged or missing row, naming it."""

    @abstractmethod
    def version(self) -> int:
        """Return a number that changes when another connection writes."""

    @abstractmethod
    def free_pages(self) -> tuple[int, int]:
        """Return how many pages hold nothing and can be given back, and their bytes."""

    @abstractmethod
    def compact(self) -> None:
        """Give the room of deleted rows back to the disk."""

    def soon(self, act: Callable[[], None]) -> None:
        """Call `act` in a moment, with whatever else was asked for until then: one timer serves all runs."""
        if not self._soon:
            asyncio.get_running_loop().call_later(LAZY, self._now)
        self._soon.append(act)

    def _now(self) -> None:
        acts, self._soon = self._soon, []
        for act in acts:
            act()

    async def change(self, work: Callable[[Connection], T]) -> T:
        """Do `work` within the writer's next commit and return what it returned. It may be tried again, rolled back."""
        return await self.writer.change(work)

    @property
    def _columns(self) -> str:
        return self.connection_type.columns

    def _run(self, values: Sequence[Any]) -> Run:
        return self.connection_type.to_run(values)

    def checked(self, run: int, found: Iterable[tuple[Any, ...]], expected: int, hint: str) -> Iterator[Row]:
        """Yield rows as they were read, with their checksums. Raises `Corrupt` at a damaged or missing one."""
        for seq, kind, name, key, at, stands, body, crc in found:
            row = Row(seq, kind, name, key, at, stands, body)
            if seq != expected:
                raise Corrupt(f"row {expected} of run {self.name(run)} is missing from {self.label}", hint=hint)
            if (row.check ^ crc) & _CHECKED:
                raise Corrupt(f"row {seq} of run {self.name(run)} is damaged in {self.label}", hint=hint)
            expected += 1
            yield row

    def name(self, run: int) -> str:
        """Return a run's name by its id."""
        found = self.read("SELECT name FROM runs WHERE id = ?", run)
        return str(found[0][0]) if found else f"#{run}"

    def run(self, name: str) -> Run:
        """Return the entry of a run by its whole name, the one way it ends or begins with `name`, or `last`.

        Raises `NoSuchRun`.
        """
        if name == "last":
            found = self.read(f"SELECT {self._columns} FROM runs WHERE parent IS NULL ORDER BY id DESC LIMIT 1")
            if not found:
                raise NoSuchRun(f"there is no run yet in {self.place}")
            return self._run(found[0])
        found = self.read(f"SELECT {self._columns} FROM runs WHERE name = ?", name)
        if not found and name:
            close = self.read(
                f"SELECT {self._columns} FROM runs WHERE instr(name, ?) = 1 "
                "OR substr(name, length(name) - length(?) + 1) = ? LIMIT 2",
                name, name, name,
            )  # fmt: skip
            found = close if len(close) == 1 else []
            if len(close) > 1:
                raise NoSuchRun(f"{name!r} could be {close[0][1]} or {close[1][1]}", hint="Give the whole name.")
        if not found:
            raise NoSuchRun(f"no run {name!r} in {self.place}", hint="`indagate runs` lists them.")
        return self._run(found[0])

    def runs(self) -> list[Run]:
        """Return all runs, oldest first."""
        return [self._run(values) for values in self.read(f"SELECT {self._columns} FROM runs ORDER BY id")]

    def by_id(self, run: int) -> Run:
        """Return the entry of a run by its id. Raises `NoSuchRun`."""
        found = self.read(f"SELECT {self._columns} FROM runs WHERE id = ?", run)
        if not found:
            raise NoSuchRun(f"no run with id {run} in {self.label}")
        return self._run(found[0])

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
