"""Runs that are driven in a process of their own, so that whoever asks for them never waits while a step computes."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import signal
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from indagate.errors import DriverGone, IndagateError
from indagate.hosting.driven import Marks, require_place
from indagate.hosting.orders import Opening, Order, Report
from indagate.storage.address import with_blobs

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from typing import Literal

    from indagate.app import App, Handle
    from indagate.hosting.orders import UnderWay

# -P: the current folder may be a stranger's; modules are never imported from it.
COMMAND = (sys.executable, "-P", "-m", "indagate.hosting.driving_child")
LONG = 60.0
"""Seconds after which a process that ended is replaced at once; one that ended sooner after a while."""
SLOWEST = 30.0
"""The most seconds between the end of a process and the next one."""
LINE = 1 << 24
"""The most bytes of a report."""
log = logging.getLogger("indagate.hosting")


class DrivingProcess:
    """Runs that a child process drives, at most so many at once; see `BackgroundRuns`.

    A child that ends is replaced, and the next one goes on with the marked runs.
    """

    def __init__(self, app: App, most: int) -> None:
        self._app = app
        self._most = most
        self._marks = Marks(app)
        self._runs: dict[str, list[UnderWay]] = {}
        self._handed: set[str] = set()
        """Runs that were handed over, and that the child has not taken up yet."""
        self._handing: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._process: Process | None = None
        self._owner = ""
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[None]] = {}
        self._closing = asyncio.Event()
        self._began: asyncio.Future[None] | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> DrivingProcess:
        self._runs = {name: [] for name in self._marks.all()}
        self._began = asyncio.get_running_loop().create_future()
        self._keeper = asyncio.create_task(self._keep())
        try:
            await asyncio.shield(self._began)
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._end()

    async def _end(self) -> None:
        """Let the child leave its runs resumable, and wait until it has ended."""
        self._closing.set()
        await asyncio.gather(*self._handing)
        with contextlib.suppress(DriverGone):
            self._order("stop")
        if self._keeper is not None:
            await asyncio.gather(self._keeper, return_exceptions=True)

    @property
    def names(self) -> Sequence[str]:
        """The runs that are driven now, or are about to be."""
        return tuple(dict.fromkeys((*self._runs, *self._handed)))

    def under_way(self, name: str) -> Sequence[UnderWay]:
        """Return what is being done in a run that is driven here, the longest first."""
        return self._runs.get(name, ())

    def require_place(self) -> None:
        """Raise `LimitReached` where no more may be driven now."""
        require_place(len(self.names), self._most, closing=self._closing.is_set())

    async def drive(self, name: str, *, ending: bool = False) -> None:
        """See `BackgroundRuns`; raises `DriverGone` if the child ends meanwhile: the next one takes the run up."""
        try:
            await self._done(self._order("drive", name, ending=ending))
        except DriverGone:
            self._marks.add(name)
            raise

    def go(self, handle: Handle) -> None:
        """See `BackgroundRuns`."""
        self._marks.add(handle.name)
        self._handed.add(handle.name)
        task = asyncio.get_running_loop().create_task(self._hand_over(handle))
        self._handing.add(task)
        task.add_done_callback(self._handing.discard)

    async def rested(self, name: str) -> None:
        """Wait until a run is not driven any more."""
        while name in self.names:
            await self._changed.wait()

    async def _hand_over(self, handle: Handle) -> None:
        """Leave a run to the child, which has its lease from then on."""
        try:
            await handle.leave(self._owner)
            await self._done(self._order("take", handle.name))
        except DriverGone:
            self._runs.setdefault(handle.name, [])  # the next one takes it up
        except IndagateError as error:
            log.warning("run %s cannot go on: %s", handle.name, error.message)
        except Exception:
            log.exception("run %s broke off", handle.name)
        finally:
            self._handed.discard(handle.name)
            self._wake()

    def _wake(self) -> None:
        """Wake who waits for a run to rest."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _order(self, what: Literal["take", "drive", "stop"], run: str = "", *, ending: bool = False) -> int:
        """Give the child an order and return its number. Raises `DriverGone`."""
        process = self._process
        if process is None or process.stdin is None or process.stdin.is_closing():
            raise _gone()
        number = next(self._numbers)
        process.stdin.write(msgspec.json.encode(Order(number, what, run, ending)) + b"\n")
        return number

    async def _done(self, number: int) -> None:
        """Wait until the child has done what it was ordered to. Raises what it says, or `DriverGone`."""
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        await answer

    async def _keep(self) -> None:
        """Keep a child at work; one that ends soon is replaced after a while, ever longer."""
        assert self._began is not None
        pause = 0.0
        while not self._closing.is_set():
            began = time.monotonic()
            try:
                how = f"exit code {await self._serve_one()}"
            except Exception as error:  # noqa: BLE001 - the worker loop: whatever ends one child, another has to follow
                how = f"{type(error).__name__}: {error}"
            if not self._began.done() and not self._owner:
                self._began.set_exception(DriverGone(f"the process that drives runs does not begin ({how})"))
                return
            if not self._began.done():  # it ended over the runs that were left: one may do so with the page there
                self._began.set_result(None)
            if self._closing.is_set():
                return
            pause = 0.0 if time.monotonic() - began > LONG else min(max(1.0, 2 * pause), SLOWEST)
            log.warning("the process that drives runs has ended (%s); another one goes on with them", how)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)

    async def _serve_one(self) -> int:
        """Run a child until it ends; return its exit code."""
        home = self._app.home
        given = with_blobs(home.address, home.bucket or home.root) if home.address else str(home.root)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))  # until the child can do without it
        try:
            process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        try:
            process.stdin.write(msgspec.json.encode(Opening(given, self._most)) + b"\n")
            if self._closing.is_set():
                self._order("stop")
            async for line in process.stdout:
                self._note(msgspec.json.decode(line, type=Report))
        except Exception:  # a report that cannot be read: a bug
            process.kill()
            raise
        finally:
            self._process = None
            asked, self._asked = self._asked, {}
            for answer in asked.values():
                if not answer.done():
                    answer.set_exception(_gone())
        return await process.wait()

    def _note(self, report: Report) -> None:
        """Take in what the child reports."""
        self._owner = report.owner or self._owner
        if report.runs is not None:
            self._runs = report.runs
            if self._began is not None and not self._began.done():
                self._began.set_result(None)
            self._wake()
        answer = self._asked.pop(report.answers, None)
        if answer is not None and not answer.done():
            if report.failure is None:
                answer.set_result(None)
            else:
                answer.set_exception(report.failure.error)


def _gone() -> DriverGone:
    return DriverGone(
        "the process that drives runs has ended; another one is begun, and goes on with them",
        hint="Look again in a moment: nothing is lost.",
    )
