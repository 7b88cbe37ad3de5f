"""The one thread that writes: it gathers what has arrived and commits it together."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from indagate.engine.row import Row
from indagate.errors import LeaseLost

if TYPE_CHECKING:
    from indagate.engine.journal import Connection

T = TypeVar("T")
Told = Callable[[Any, BaseException | None], None]
"""What is called in the event loop once the writer is through: with a result or an error."""
LONGEST = 30.0
"""Seconds to wait for what is in the way: another process that goes on writing, a server that starts again."""


class WriteGuard:
    """One driver's right to write one run: once a batch has failed no later one is written, so no row is missing."""

    __slots__ = ("broken",)

    def __init__(self) -> None:
        self.broken: BaseException | None = None


@dataclass(slots=True)
class WriteBatch:
    """Rows of one run that are to be committed together, and signals that they take: (inbox id, row, outcome).

    With an `owner` they are written only while that one has the run's lease, where there are epochs only in that one.
    """

    run: int
    rows: Sequence[Row]
    taken: Sequence[tuple[int, int, str]]
    pen: WriteGuard
    owner: str = ""
    epoch: int = 0


@dataclass(slots=True)
class Work:
    """What waits for the writer: a batch or a change, and who wants to know."""

    act: WriteBatch | Callable[[Connection], Any]
    told: Told
    loop: asyncio.AbstractEventLoop
    result: Any = None
    error: BaseException | None = None
    through: bool = False


class Writer(threading.Thread):
    """Commits batches and changes in groups, in the order in which they came. A journal's own writer says how."""

    def __init__(self) -> None:
        super().__init__(name="indagate-writer", daemon=True)
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._committing = threading.RLock()  # a second Ctrl-Z may come while the first one's handler returns

    @abstractmethod
    def commit(self, group: list[Work]) -> None:
        """Commit a group, and do what is due by the clock; mark each work, those that failed too."""

    @abstractmethod
    def disconnect(self) -> None:
        """Give the connection up; the next group opens another."""

    @abstractmethod
    def beat(self, every: float, work: Callable[[Connection], object]) -> None:
        """From now on do `work` every so many seconds, whatever the event loop is doing."""

    def idle(self) -> float | None:
        """Return the seconds after which `commit` is called though nothing has arrived, or None."""
        return None

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
        self._queue.put(Work(batch, told, asyncio.get_running_loop()))

    async def change(self, work: Callable[[Connection], T]) -> T:
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

        self._queue.put(Work(work, told, loop))
        return await future

    def post(self, work: Callable[[Connection], None]) -> None:
        """Queue a change that nobody waits for."""
        self._queue.put(Work(work, lambda result, error: None, asyncio.get_running_loop()))

    def close(self) -> None:
        """Commit what is queued and stop."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Write until closed."""
        going = True
        while going:
            group, going = self._gather()
            try:
                with self._committing:
                    self.commit(group)
            except Exception as error:  # noqa: BLE001 - the worker loop: whatever happens, those who wait are told
                for work in group:
                    fail(work, error)
                self.disconnect()
            _tell(group)
        self.disconnect()

    def _gather(self) -> tuple[list[Work], bool]:
        try:
            first = self._queue.get(timeout=self.idle())
        except queue.Empty:
            return [], True
        group: list[Work] = []
        item: Work | None = first
        while item is not None:
            group.append(item)
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                return group, True
        return group, False


def unbroken(group: list[Work]) -> list[Work]:
    """Return what of a group is still to be written: a driver whose batch failed writes no later one."""
    for work in group:
        if isinstance(work.act, WriteBatch) and work.act.pen.broken is not None:
            fail(work, work.act.pen.broken)
    return [work for work in group if not work.through]


def fail(work: Work, error: BaseException) -> None:
    """Mark a work that did not get through; a driver whose batch failed may write no later one."""
    if work.through:
        return
    work.through, work.error = True, error
    if isinstance(work.act, WriteBatch):
        work.act.pen.broken = error


def lost() -> LeaseLost:
    """Return the refusal to write for a driver that was overtaken."""
    return LeaseLost(
        "another driver has taken this run over; this one stops and has written nothing since",
        hint="Nothing is lost: the other driver goes on.",
    )


def _tell(group: list[Work]) -> None:
    """Let each event loop know once, in the order of writing."""
    loops: dict[asyncio.AbstractEventLoop, list[Work]] = {}
    for work in group:
        loops.setdefault(work.loop, []).append(work)
    for loop, members in loops.items():
        with contextlib.suppress(RuntimeError):  # that loop was closed: nobody is left to be told
            loop.call_soon_threadsafe(_resolve, members)


def _resolve(members: list[Work]) -> None:
    for work in members:
        work.told(work.result, work.error)
