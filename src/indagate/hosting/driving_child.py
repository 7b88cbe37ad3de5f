"""The process that drives a server's runs: `python -m indagate.hosting.driving_child`, with orders on its input.

It ends at once when its parent does, as after a crash: whoever serves the home next goes on with the runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
import os
import signal
import threading
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from indagate.app import App
from indagate.engine import lease
from indagate.errors import IndagateError
from indagate.hosting.driven import DrivenRuns
from indagate.hosting.orders import Failure, Opening, Order, Report
from indagate.storage.private import write_privately

LOOK = 0.2
"""Seconds between two looks at what is under way in the runs."""
log = logging.getLogger("indagate.hosting")


class DrivingChild:
    """Does what it is ordered to with the runs of an open app, until it is to stop."""

    def __init__(self, app: App, most: int, reports: asyncio.WriteTransport) -> None:
        self._app = app
        self._reports = reports
        self._driven = DrivenRuns(app, most, self._report_runs)
        self._reported: object = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ready = False
        self._stopping = asyncio.Event()

    async def work(self) -> None:
        """Drive runs until it is ordered to stop; all are then left resumable."""
        self._report(Report(owner=self._app.engine.owner))
        async with self._driven:
            self._ready = True
            while not self._stopping.is_set():
                self._report_runs()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), LOOK)
            await asyncio.gather(*self._tasks)

    def obey(self, line: bytes) -> None:
        """Take an order."""
        order = msgspec.json.decode(line, type=Order)
        if order.what == "stop":
            self._stopping.set()
            return
        task = asyncio.get_running_loop().create_task(self._done(order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, order: Order) -> None:
        """Do what an order says, and answer it."""
        failure = None
        try:
            if order.what == "drive":
                await self._driven.drive(order.run, ending=order.ending)
            elif not await self._driven.take_up(order.run):
                await self._give_back(order.run)
        except IndagateError as error:
            failure = Failure.of(error)
        except Exception:
            log.exception("run %s could not be taken up", order.run)
            failure = Failure("IndagateError", f"run {order.run} could not be taken up: a bug; the log says more")
        self._report_runs()  # first: the parent counts on it once it has the answer
        self._report(Report(answers=order.number, failure=failure))

    async def _give_back(self, name: str) -> None:
        """Let a run that was handed over be nobody's, so that others can go on with it."""
        engine, run = self._app.engine, self._app.engine.journal.run(name).id
        await engine.journal.change(lambda connection: lease.release(connection, run, engine.owner))

    def _report_runs(self) -> None:
        """Report which runs are driven and what is under way in them, where that has changed."""
        runs = {name: list(self._driven.under_way(name)) for name in self._driven.names}
        if self._ready and runs != self._reported:
            self._reported = runs
            self._report(Report(runs=runs))

    def _report(self, report: Report) -> None:
        self._reports.write(msgspec.json.encode(report) + b"\n")


async def drive(opening: Opening, orders: Iterator[bytes], reports: BinaryIO) -> None:
    """Drive the runs of a home as ordered."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, reports)
    async with App(opening.home) as app:
        child = DrivingChild(app, opening.most, transport)

        def listen() -> None:  # in a thread, so that the parent's end is seen while a step computes
            for line in orders:
                loop.call_soon_threadsafe(child.obey, line)
            os._exit(1)

        threading.Thread(target=listen, daemon=True).start()
        await child.work()
    transport.close()


def _private_pipes() -> tuple[int, BinaryIO]:
    """Keep the pipes for orders and reports: a program that a run starts reads nothing, and prints with the errors."""
    orders, reports = os.dup(0), os.fdopen(os.dup(1), "wb", 0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return orders, reports


def _lines(pipe: int) -> Iterator[bytes]:
    """Yield the lines of a pipe until nobody writes to it any more."""
    rest = b""
    while chunk := os.read(pipe, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines


def main() -> None:
    """Serve one parent."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they reach the whole group; the parent says what is to be done
        signal.signal(number, lambda *_: None)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    gc.set_threshold(200_000)
    write_privately()
    pipe, reports = _private_pipes()
    orders = _lines(pipe)
    for opening in itertools.islice(orders, 1):
        asyncio.run(drive(msgspec.json.decode(opening, type=Opening), orders, reports))


if __name__ == "__main__":
    main()
