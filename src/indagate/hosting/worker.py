"""A worker: it drives what is due in a home that many machines share, and hands over what it cannot finish."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import shutil
import time
from typing import TYPE_CHECKING

from indagate.app.app import require_workers
from indagate.engine import Born, Run, decode, dispatch
from indagate.errors import HasEnded, IndagateError, InputError, LeaseHeld, LeaseLost, StorageError
from indagate.hosting.dispatch import PostgresDispatch

if TYPE_CHECKING:
    from indagate.app import App, Handle
    from indagate.hosting.dispatch import Dispatch

LOOK = 0.2
"""Seconds between two looks at what is due, a little more or less."""
REPORT = 1.0
"""Seconds between two words of a worker that it is alive."""
PROGRAMS = ("coqc", "lean", "chromium")
"""What a worker may have, as `indagate workers` lists it."""
log = logging.getLogger("indagate.worker")


class Worker:
    """Drives the runs that are brought to it, until it is told to stop."""

    def __init__(self, app: App, at_once: int, grace: float, queue: Dispatch | None = None) -> None:
        require_workers(app.home)
        self.app = app
        self.at_once = at_once
        self._grace = grace
        self._dispatch = queue or PostgresDispatch(app.engine.journal, at_once)
        self._stopping = asyncio.Event()
        self._tasks: dict[int, asyncio.Task[object]] = {}
        self._handles: dict[int, Handle] = {}

    def stop(self) -> None:
        """Take no run any more, and hand over those that are driven here."""
        self._stopping.set()

    async def serve(self) -> bool:
        """Drive what is due until stopped; say whether all that was in flight came to its end in time.

        What did not is another worker's from now on: the journal takes nothing more of it from here.
        Raises `BucketError` where archived bytes cannot be read.
        """
        await asyncio.to_thread(self.app.home.store.require)
        can, next_report = ", ".join(name for name in PROGRAMS if shutil.which(name)), 0.0
        journal, owner = self.app.engine.journal, self.app.engine.owner
        await self._dispatch.open(self._drive)
        while not self._stopping.is_set():
            with contextlib.suppress(StorageError):  # the next look may succeed
                if time.monotonic() >= next_report:
                    next_report = time.monotonic() + REPORT
                    await journal.change(lambda c: dispatch.report(c, owner, self.at_once, can))
                await self._dispatch.look()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), LOOK * random.uniform(0.7, 1.0))
        return await self._drain()

    async def _drain(self) -> bool:
        """Hand over: what is in flight has a moment to be journaled; the rest is taken from here."""
        journal = self.app.engine.journal
        await self._dispatch.stop()
        for run in list(self._tasks):
            await journal.change(lambda c, run=run: dispatch.want(c, run))  # type: ignore[misc]
        for handle in self._handles.values():
            handle.stop()
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=self._grace)
        whole = not self._tasks
        for handle in list(self._handles.values()):
            await handle.leave()
        await journal.change(lambda c: dispatch.gone(c, self.app.engine.owner))
        await self._dispatch.close()
        return whole

    async def _drive(self, run: Run) -> bool:
        """Drive a run until it rests; say whether it was this worker's to drive."""
        if self._stopping.is_set():
            return False
        task = asyncio.current_task()
        if run.id in self._tasks or task is None:  # it was said twice
            return True
        self._tasks[run.id] = task
        try:
            await self._go_on(run)
        except HasEnded:
            await self.app.engine.journal.change(lambda c: dispatch.ended(c, run.id))
        except (LeaseHeld, LeaseLost) as other:  # another worker was quicker, or took over
            log.info("run %s: %s", run.name, other.message)
        except IndagateError as error:
            log.warning("run %s is left to others: %s", run.name, error.message)
            return False
        except Exception:
            log.exception("run %s broke off; it is left to others", run.name)
            return False
        finally:
            self._tasks.pop(run.id, None)
            self._handles.pop(run.id, None)
        return True

    async def _go_on(self, run: Run) -> None:
        """Take a run and drive it until it rests."""
        self._require(run)
        handle = self._handles[run.id] = await self.app.resume(run.name)
        log.info("run %s is driven here", run.name)
        status = "stopped" if self._stopping.is_set() else await handle.drive()
        while status == "waiting" and not self._stopping.is_set() and self.app.mail(run):
            status = await handle.drive()
        if status != "stopped":
            await self.app.engine.journal.change(lambda c: dispatch.rested(c, run.id))
        await handle.leave()
        log.info("run %s is %s", run.name, status)
        if status == "finished":
            self._say_what_is_new(run, handle)

    def _say_what_is_new(self, run: Run, handle: Handle) -> None:
        """Write what is new in a run that asked another's question again into its folder."""
        again = handle.flow.again
        since = again.since(handle.record) if again is not None else ""
        if since:
            try:
                self.app.write_difference(self.app.difference(since, run.name))
            except (IndagateError, OSError) as error:
                log.warning("run %s: what is new since %s cannot be said: %s", run.name, since, error)

    def _require(self, run: Run) -> None:
        """Raise `InputError` where this machine lacks a program that the run needs, `NoSuchFlow` without its flow."""
        _, flow = self.app.find(run.name)
        if flow.needs is None:
            return
        born = decode(next(self.app.engine.journal.rows(run.id, upto=0)).body, Born)
        missing = [name for name in flow.needs(decode(born.input, flow.input)) if shutil.which(name) is None]
        if missing:
            raise InputError(f"it needs {missing[0]}, which is not installed here")
