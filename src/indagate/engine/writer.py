"""The one thread that writes: it gathers what has arrived and commits it together."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from indagate.engine.damage import explain, is_busy, is_stopped, lock_holder
from indagate.engine.row import Row
from indagate.errors import LeaseLost

T = TypeVar("T")
Told = Callable[[Any, BaseException | None], None]
"""What is called in the event loop once the writer is through: with a result or an error."""
LONGEST = 30.0
"""Seconds to wait for another process that goes on writing."""
_COLUMNS = "id, kind, name, key, at, stands, body, crc"
_WIDTH = 8
_CHUNKS = (256, 32, 4, 1)  # rows a statement: few steps, so that the interpreter's lock changes hands seldom
_MARKS = "(?, ?, ?, ?, ?, ?, ?, ?)"
_INSERTS = {size: f"INSERT INTO rows({_COLUMNS}) VALUES " + ", ".join([_MARKS] * size) for size in _CHUNKS}


_HOLDS = "SELECT 1 FROM runs WHERE id = ? AND owner = ?"


class WriteGuard:
    """One driver's right to write one run: once a batch has failed no later one is written, so no row is missing."""

    __slots__ = ("broken",)

    def __init__(self) -> None:
        self.broken: BaseException | None = None


@dataclass(slots=True)
class WriteBatch:
    """Rows of one run that are to be committed together, and signals that they take: (inbox id, row, outcome).

    With an `owner` they are written only while that one has the run's lease.
    """

    run: int
    rows: Sequence[Row]
    taken: Sequence[tuple[int, int, str]]
    pen: WriteGuard
    owner: str = ""


@dataclass(slots=True)
class _Work:
    """What waits for the writer: a batch or a change, and who wants to know."""

    act: WriteBatch | Callable[[sqlite3.Connection], Any]
    told: Told
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: BaseException | None = None
    through: bool = False


class Writer(threading.Thread):
    """Commits batches and changes in groups, in the order in which they came."""

    def __init__(self, path: Path, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(name="indagate-writer", daemon=True)
        self._path = path
        self._connect = connect
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._beat: tuple[float, Callable[[sqlite3.Connection], None]] | None = None
        self._next_beat = 0.0
        self._committing = threading.RLock()  # a second Ctrl-Z may come while the first one's handler returns

    @contextlib.contextmanager
    def between_commits(self, seconds: float) -> Iterator[None]:
        """Begin no commit within, and wait at most so long for one under way to end."""
        held = self._committing.acquire(timeout=seconds)
        try:
            yield
        finally:
            if held:
                self._committing.release()

    def write(self, batch: WriteBatch, told: Told) -> None:
        """Queue rows; `told` hears `LeaseLost` if another driver wrote there, `StorageError` if the disk refuses."""
        self._queue.put(_Work(batch, told, asyncio.get_running_loop()))

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue any change and wait until it is durable. It may be tried twice, the first time rolled back."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def told(result: Any, error: BaseException | None) -> None:
            if future.done():
                return
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(result)

        self._queue.put(_Work(work, told, loop))
        return await future

    def post(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Queue a change that nobody waits for."""
        self._queue.put(_Work(work, lambda result, error: None, asyncio.get_running_loop()))

    def beat(self, every: float, work: Callable[[sqlite3.Connection], None]) -> None:
        """From now on do `work` every so many seconds, whatever the event loop is doing."""
        self._beat = (every, work)

    def close(self) -> None:
        """Commit what is queued and stop."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Write until closed."""
        connection: sqlite3.Connection | None = None
        going = True
        while going:
            group, going = self._gather()
            try:
                connection = connection or self._connect()
                with self._committing:
                    _commit(connection, group, self._path)
                    self._keep_beat(connection)
            except Exception as error:  # noqa: BLE001 - the worker loop: whatever happens, those who wait are told
                for work in group:
                    _fail(work, error)
                if connection is not None:
                    with contextlib.suppress(sqlite3.Error):
                        connection.close()
                    connection = None
            _tell(group)
        if connection is not None:
            connection.close()

    def _gather(self) -> tuple[list[_Work], bool]:
        try:
            first = self._queue.get(timeout=self._beat[0] / 2 if self._beat else None)
        except queue.Empty:
            return [], True
        group: list[_Work] = []
        item: _Work | None = first
        while item is not None:
            group.append(item)
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _keep_beat(self, connection: sqlite3.Connection) -> None:
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


def _commit(connection: sqlite3.Connection, group: list[_Work], path: Path) -> None:
    """Commit a group; if anything in it fails, each member by itself, so that it fails alone."""
    for work in group:
        if isinstance(work.act, WriteBatch) and work.act.pen.broken is not None:
            _fail(work, work.act.pen.broken)
    group = [work for work in group if not work.through]
    if not group:
        return
    try:
        _begin(connection, path)
    except sqlite3.Error as error:  # nobody's own fault: the file is locked or the disk refuses
        for work in group:
            _fail(work, explain(error, path))
        return
    try:
        _together(connection, group)
        connection.execute("COMMIT")
    except Exception as error:  # noqa: BLE001 - the worker loop: a change may raise anything, and fails alone
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if len(group) == 1:
            _fail(group[0], _explained(error, group[0], path))
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


def _together(connection: sqlite3.Connection, group: list[_Work]) -> None:
    pending: list[Any] = []
    for work in group:
        act = work.act
        if isinstance(act, WriteBatch):
            run = act.run
            if act.owner and not connection.execute(_HOLDS, (run, act.owner)).fetchone():
                raise _lost()
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


def _fail(work: _Work, error: BaseException) -> None:
    """Mark a work that did not get through; a driver whose batch failed may write no later one."""
    if work.through:
        return
    work.through, work.error = True, error
    if isinstance(work.act, WriteBatch):
        work.act.pen.broken = error


def _explained(error: Exception, work: _Work, path: Path) -> Exception:
    if isinstance(error, sqlite3.IntegrityError) and isinstance(work.act, WriteBatch):
        return _lost()
    if isinstance(error, sqlite3.Error):
        return explain(error, path)
    return error


def _lost() -> LeaseLost:
    return LeaseLost(
        "another driver has taken this run over; this one stops and has written nothing since",
        hint="Nothing is lost: the other driver goes on.",
    )


def _tell(group: list[_Work]) -> None:
    """Let each event loop know once, in the order of writing."""
    loops: dict[asyncio.AbstractEventLoop, list[_Work]] = {}
    for work in group:
        loops.setdefault(work.loop, []).append(work)
    for loop, members in loops.items():
        with contextlib.suppress(RuntimeError):  # that loop was closed: nobody is left to be told
            loop.call_soon_threadsafe(_resolve, members)


def _resolve(members: list[_Work]) -> None:
    for work in members:
        work.told(work.result, work.error)
