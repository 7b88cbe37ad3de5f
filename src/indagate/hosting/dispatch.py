"""What brings due runs to a worker: the port, and the table of runs itself, which needs nothing besides.

What is brought is only *look at this run now*; it may come twice, or late. Who takes the run's lease drives it.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from indagate.engine import Run, dispatch
from indagate.engine.journal import Journal

Drive = Callable[[Run], Awaitable[bool]]
"""What drives a run until it rests; it says whether the run was this worker's to drive, and raises nothing."""
AGAIN = 30.0
"""Seconds after which a run that could not be driven by a worker is looked at once more, at the latest."""


class Dispatch(Protocol):
    """Brings due runs to a worker, at most as many at once as it was made for."""

    async def open(self, drive: Drive) -> None:
        """Begin to bring runs. Raises `StorageError`."""

    async def look(self) -> None:
        """Look at what is due; called a few times a second. Raises `StorageError`."""

    async def stop(self) -> None:
        """Bring nothing any more."""

    async def close(self) -> None:
        """Let go of everything, once the runs that were brought are handed over."""


class PostgresDispatch:
    """The table of runs is the queue: who has room takes what has waited longest."""

    def __init__(self, journal: Journal, at_once: int) -> None:
        self._journal = journal
        self._at_once = at_once
        self._brought: dict[int, asyncio.Task[None]] = {}
        self._left: dict[int, float] = {}
        """Runs that cannot be driven here, and until when they are left alone."""
        self._drive: Drive | None = None

    async def open(self, drive: Drive) -> None:
        """Begin to bring runs."""
        self._drive = drive

    async def look(self) -> None:
        """Bring what is due, as far as there is room. Raises `StorageError`."""
        now = time.monotonic()
        self._left = {run: until for run, until in self._left.items() if until > now}
        room = self._at_once - len(self._brought)
        if room > 0 and self._drive is not None:
            for run in self._chosen(room):
                self._brought[run.id] = asyncio.create_task(self._bring(run, self._drive))

    def _chosen(self, room: int) -> list[Run]:
        """Return what to take: what a driver has lost, and a share of the rest, so that not all workers want the same.

        All workers together have room for so many; what comes first up to there is taken now by one of them.
        """
        team = dispatch.at_work(self._journal)
        free = max(room, sum(max(0, item.room - item.runs) for item in team if item.seen < dispatch.SEEN))
        found = dispatch.due(self._journal, free, but=(*self._brought, *self._left))
        lost = [item.run for item in found if item.run.owner is not None][:room]
        rest = [item.run for item in found if item.run.owner is None]
        share = min(room - len(lost), math.ceil(len(rest) * room / free))
        return lost + random.sample(rest, share)

    async def _bring(self, run: Run, drive: Drive) -> None:
        try:
            if not await drive(run):
                self._left[run.id] = time.monotonic() + AGAIN
        finally:
            del self._brought[run.id]

    async def stop(self) -> None:
        """Bring nothing any more."""
        self._drive = None

    async def close(self) -> None:
        """Nothing is held here."""
