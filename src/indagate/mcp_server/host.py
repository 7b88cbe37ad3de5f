"""What the tools work with: runs in the background, and how they are told of."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from mcp.server.mcpserver.exceptions import ToolError

from indagate.app import App
from indagate.budget import Budget
from indagate.engine import Run
from indagate.errors import IndagateError, NoSuchRun, code_of
from indagate.hosting import Conductor, Grants
from indagate.hosting.shown import shown_facts
from indagate.mcp_server.marking import STANDING, marked_within, new_mark

LONGEST = 50.0
"""Seconds that a tool may wait; agents' programs give up soon after."""


@dataclass(frozen=True)
class Host:
    """The home, what was granted, the runs that are driven here."""

    app: App
    grants: Grants
    conductor: Conductor

    @property
    def decides(self) -> bool:
        """Whether an agent may decide where a run waits: only under a budget for a run."""
        return self.grants.budget != Budget()

    def run(self, name: str) -> Run:
        """Return a run by its whole name. Raises `NoSuchRun`."""
        found = self.app.engine.journal.run(name)
        if found.name != name:
            raise NoSuchRun(f"there is no run {name!r}", hint="Give the whole name.")
        return found

    async def start(self, flow: str, data: Mapping[str, Any], model: str, key: str) -> dict[str, Any]:
        """Start a run in the background; return its name and how to go on."""
        started = await self.conductor.start(flow, data, model=model, key=key)
        return {
            "run": started.run, "fresh": started.fresh,
            "next": "status(run, wait_seconds=50) until `finished` is true or `asked` is not null",
        }  # fmt: skip

    def stands(self, name: str) -> dict[str, Any]:
        """Return how a run stands and what it asks, the words of documents marked."""
        facts, asked = shown_facts(self.app, name), self.app.waiting(name)
        found = {**facts, "asked": msgspec.to_builtins(asked) if asked else None, "about": STANDING}
        return dict(marked_within(found, new_mark()))

    async def answered(self, flow: str, data: Mapping[str, Any], model: str, key: str) -> dict[str, Any]:
        """Start a run, wait a while for its end, and return how it stands."""
        started = await self.start(flow, data, model, key)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST / 2):
                await self.conductor.driven.rested(started["run"])
        return self.stands(started["run"])

    async def wait(self, name: str, seconds: float, report: Callable[[int, str], Any]) -> None:
        """Wait until a run rests, at most so long; `report` is told of each row."""
        last = self.app.engine.journal.last(self.run(name).id)[0]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(seconds, LONGEST)):
                following = asyncio.ensure_future(self._follow(name, last, report))
                try:
                    await self.conductor.driven.rested(name)
                    if self.app.waiting(name) is None:  # another process drives it
                        await following
                finally:
                    following.cancel()
                    await asyncio.gather(following, return_exceptions=True)

    async def _follow(self, name: str, after: int, report: Callable[[int, str], Any]) -> None:
        async for row in self.app.follow(name, after):
            await report(row.seq, f"{row.kind} {row.name}")
            if row.stands and self.app.waiting(name) is not None:
                return


@contextlib.contextmanager
def told() -> Any:
    """Turn errors of ours into those of a tool: code, message, hint."""
    try:
        yield
    except IndagateError as error:
        raise ToolError(f"{code_of(type(error))}: {error.message}" + (f" {error.hint}" if error.hint else "")) from None


@contextlib.asynccontextmanager
async def hosting(app: App, grants: Grants) -> AsyncIterator[Host]:
    """Host the runs of an open app; those that were left go on, and are left resumable at the end."""
    async with Conductor(app, grants) as conductor:
        yield Host(app, grants, conductor)
