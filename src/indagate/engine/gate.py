"""The gate of a run: it lets effects begin, and knows how many are under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from indagate.frozen import dataclass

Status = Literal["finished", "waiting", "paused", "stopped"]


@dataclass(frozen=True, slots=True)
class UnderWay:
    """An effect that is being done: its name, whom it asks if anyone, since when (`time.monotonic`)."""

    name: str
    by: str
    began: float


class Gate:
    """While a run is stopping nothing new passes; `on_quiet` is called when the last thing under way is through."""

    __slots__ = ("_closed", "in_flight", "on_quiet", "stopping", "under_way")

    def __init__(self, on_quiet: Callable[[], None]) -> None:
        self.stopping: Status | None = None
        self.in_flight = 0
        self.under_way: dict[object, UnderWay] = {}
        self.on_quiet = on_quiet
        self._closed: asyncio.Future[None] | None = None

    def open(self) -> None:
        """Let everything pass again."""
        self.stopping = self._closed = None

    async def passage(self) -> None:
        """Return at once, or never once the run is stopping: every effect and emission goes through here first."""
        if self.stopping:
            if self._closed is None:
                self._closed = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._closed)

    def __enter__(self) -> None:
        """Count something that must be journaled before a graceful stop."""
        self.in_flight += 1

    def __exit__(self, *_: object) -> None:
        self.in_flight -= 1
        if self.stopping and not self.in_flight:
            asyncio.get_running_loop().call_soon(self.on_quiet)
