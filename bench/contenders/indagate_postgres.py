"""indagate on Postgres: runs that were left to workers, and a crew of `indagate worker`.

The flow is found again by its file, as a user's is. Its steps take turns as in row 4: each takes its time and its
transition carries a fact; with an effect, what takes its time is a tool, journaled before and after.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.crew import asked, hold
from bench.work import Work, fact
from indagate.engine import Record, Stamp
from indagate.flow import Context, Flow
from indagate.statechart import Chart, Final
from indagate.statechart import Work as State
from indagate.tools import tool


@dataclass(frozen=True)
class Plan:
    """How many facts a run is to record, how long each takes, and whether a tool finds it."""

    steps: int
    pause: float
    effect: bool


@dataclass(frozen=True)
class Found:
    """A step found a fact."""

    fact: str


@dataclass(frozen=True)
class Ended:
    """Every fact is there."""


@dataclass
class Facts(Record[Plan]):
    """The facts found so far."""

    facts: list[str] = field(default_factory=list)

    def fold(self, event: Any, stamp: Stamp) -> None:
        """Take a fact in."""
        if isinstance(event, Found):
            self.facts.append(event.fact)


CHART = Chart("crowd", version=1, initial="LEFT", states=[
    State("LEFT", on={Found: "RIGHT", Ended: "END"}),
    State("RIGHT", on={Found: "LEFT", Ended: "END"}),
    Final("END"),
])  # fmt: skip


@tool
async def look(number: int, pause: float) -> int:
    """Do something that takes a while."""
    await asyncio.sleep(pause)
    return number


async def step(record: Facts, ctx: Context[Facts]) -> Found | Ended:
    """Find the next fact."""
    number, plan = len(record.facts), record.input
    if number == plan.steps:
        return Ended()
    if plan.effect:
        await ctx.call(look, number, plan.pause)
    else:
        await asyncio.sleep(plan.pause)
    return Found(fact(number))


FLOW = Flow(chart=CHART, record=Facts, input=Plan, steps={"left": step, "right": step}, prefix="CROWD", doc="a crowd")


def _home(work: Work) -> str:
    return f"{work.setting.partition('#')[0]}?blobs={work.folder}"


def prepare(work: Work) -> None:
    """Leave all runs to workers."""
    from indagate.app import App, find_flow

    async def main() -> None:
        async with App(_home(work)) as app:
            flow = find_flow(f"{Path(__file__)}:FLOW")

            async def left() -> None:
                await app.submit(await app.start(flow, Plan(work.steps, work.pause, work.effect)))

            for _ in range(0, work.runs, 50):
                await asyncio.gather(*(left() for _ in range(min(50, work.runs))))

    asyncio.run(main())


def serve(work: Work) -> None:
    """Be a worker, as the command is, until this process is killed; what it needs is loaded before."""
    import indagate.cli.command_worker
    import indagate.engine.postgres_journal
    import indagate.hosting.dbos_dispatch
    import indagate.models.choice  # noqa: F401
    from indagate.app import find_flow
    from indagate.cli import main

    find_flow(f"{Path(__file__)}:FLOW")
    share, engine = -(-work.runs // work.crew), work.setting.partition("#")[2] or "postgres"
    sys.argv = ["indagate", "worker", "--home", _home(work), "--at-once", str(share), "--queue-engine", engine]
    hold()
    main()


def ended(work: Work) -> int:
    """Return how many runs have ended and are left."""
    return asked(work, "SELECT count(*) FROM indagate.runs WHERE owner IS NULL AND wanted IS NULL")


def kept(work: Work) -> int:
    """Return how many facts the journal has."""
    return asked(work, "SELECT count(*) FROM indagate.rows WHERE kind = 'move' AND name = 'Found'")
