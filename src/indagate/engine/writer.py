"""The one thread that writes: it gathers what has arrived and commits it together."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from indagate.engine.row import Row
from indagate.errors import Fenced, IndagateError

T = TypeVar("T")
_COLUMNS = "run, seq, kind, name, key, at, stands, body, crc"
_WIDTH = 9
_CHUNKS = (256, 32, 4, 1)  # rows a statement: few steps, so that the interpreter's lock changes hands seldom


@dataclass(slots=True)
class Batch:
    """Rows of one run that are to be committed together, and signals that they take: (inbox id, row, outcome)."""

    run: int
    rows: list[Row]
    taken: list[tuple[int, int, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Work:
    """What waits for the writer: a batch or a change, and who wants to know."""

    act: Batch | Callable[[sqlite3.Connection], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: BaseException | None = None


class Writer(threading.Thread):
    """Commits batches and changes in groups, in the order in which they came."""

    def __init__(self, path: Path, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(name="indagate-writer", daemon=True)
        self._path = path
        self._connect = connect
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._beat: tuple[float, Callable[[sqlite3.Connection], None]] | None = None
        self._next_beat = 0.0

    def submit(self, batch: Batch) -> asyncio.Future[None]:
        """Queue rows. The future raises `Fenced` if another driver wrote there, `StorageError` if the disk refuses."""
        return self._put(batch)

    async def change(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue any change and wait until it is durable."""
        result: T = await self._put(work)
        return result

    def beat(self, every: float, work: Callable[[sqlite3.Connection], None]) -> None:
        """From now on do `work` every so many seconds, whatever the event loop is doing."""
        self._beat = (every, work)

    def close(self) -> None:
        """Commit what is queued and stop."""
        self._queue.put(None)
        self.join()

    def _put(self, act: Batch | Callable[[sqlite3.Connection], Any]) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        work = _Work(act, loop.create_future(), loop)
        self._queue.put(work)
        return work.done

    def run(self) -> None:
        """Write until closed."""
        connection: sqlite3.Connection | None = None
        going = True
        while going:
            group, going = self._gather()
            if connection is None:
                try:
                    connection = self._connect()
                except IndagateError as error:
                    for work in group:
                        work.error = error
            if connection is not None:
                _commit(connection, group, self._path)
                self._keep_beat(connection)
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


def _commit(connection: sqlite3.Connection, group: list[_Work], path: Path) -> None:
    """Commit a group; if anything in it fails, each member by itself, so that it fails alone."""
    if not group:
        return
    try:
        _together(connection, group)
    except (sqlite3.Error, IndagateError) as error:
        _roll_back(connection)
        if len(group) == 1:
            group[0].error = _explained(error, group[0], path)
        else:
            for work in group:
                _commit(connection, [work], path)
    except BaseException as error:
        _roll_back(connection)
        for work in group:
            work.error = error


def _together(connection: sqlite3.Connection, group: list[_Work]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    pending: list[Any] = []
    for work in group:
        act = work.act
        if isinstance(act, Batch):
            for row in act.rows:
                pending += (act.run, row.seq, row.kind, row.name, row.key, row.at, row.stands, row.body.decode())
                pending.append(row.check)
            for taken in act.taken:
                connection.execute("UPDATE inbox SET taken = ?2, outcome = ?3 WHERE id = ?1 AND taken IS NULL", taken)
        else:
            _insert(connection, pending)
            pending = []
            work.result = act(connection)
    _insert(connection, pending)
    connection.execute("COMMIT")


def _insert(connection: sqlite3.Connection, values: list[Any]) -> None:
    start, left = 0, len(values) // _WIDTH
    for size in _CHUNKS:
        if left >= size:
            marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * size)
            sql = f"INSERT INTO rows({_COLUMNS}) VALUES {marks}"
            while left >= size:
                connection.execute(sql, values[start : start + size * _WIDTH])
                start, left = start + size * _WIDTH, left - size


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


def _explained(error: Exception, work: _Work, path: Path) -> Exception:
    from indagate.engine.journal import explain

    if isinstance(error, sqlite3.IntegrityError) and isinstance(work.act, Batch):
        return Fenced(
            "another driver has taken this run over; this one stops and has written nothing since",
            hint="Nothing is lost: the other driver goes on.",
        )
    if isinstance(error, sqlite3.Error):
        return explain(error, path)
    return error


def _tell(group: list[_Work]) -> None:
    """Let each event loop know once, in the order of writing."""
    loops: dict[asyncio.AbstractEventLoop, list[_Work]] = {}
    for work in group:
        loops.setdefault(work.loop, []).append(work)
    for loop, members in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, members)


def _resolve(members: list[_Work]) -> None:
    for work in members:
        if not work.done.done():
            if work.error is not None:
                work.done.set_exception(work.error)
            else:
                work.done.set_result(work.result)
