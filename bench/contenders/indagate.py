"""indagate: a flow of two states that take turns; each transition carries a fact."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from bench.work import Work
from indagate.engine import Driver, Engine, Program, Record, Stamp, StepVisit
from indagate.flow import Answerers, Context, Flow
from indagate.statechart import Chart, Final
from indagate.statechart import Work as State
from indagate.storage import Home
from indagate.tools import tool


@dataclass(frozen=True)
class Plan:
    """How many facts a run is to record."""

    steps: int


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


CHART = Chart(
    "bench",
    version=1,
    initial="LEFT",
    states=[
        State("LEFT", on={Found: "RIGHT", Ended: "END"}),
        State("RIGHT", on={Found: "LEFT", Ended: "END"}),
        Final("END"),
    ],
)


def flow_of(work: Work) -> Flow:
    """Return the flow that does this work."""

    @tool
    async def look(number: int) -> int:
        if work.pause:
            await asyncio.sleep(work.pause)
        return number

    async def step(record: Facts, ctx: Context[Facts]) -> Found | Ended:
        number = len(record.facts)
        work.body(number)
        if number == work.steps:
            return Ended()
        if work.effect:
            await ctx.call(look, number)
        elif work.pause:
            await asyncio.sleep(work.pause)
        return Found(work.facts[number])

    return Flow(chart=CHART, record=Facts, input=Plan, steps={"left": step, "right": step})


def _engine(work: Work, flow: Flow) -> Engine:
    def make_context(driver: Driver, visit: StepVisit) -> Context[Facts]:
        return Context(driver, visit, Answerers())

    def find(name: str, origin: str) -> Program:
        return flow

    return Engine(Home(work.folder), make_context, find)


async def _one(engine: Engine, flow: Flow, steps: int) -> int:
    driver = await engine.create(flow, Plan(steps))
    await engine.drive(driver)
    record: Any = driver.record
    return len(record.facts)


def chain(work: Work) -> int:
    """Drive one run to its end."""

    async def main() -> int:
        flow = flow_of(work)
        async with _engine(work, flow) as engine:
            return await _one(engine, flow, work.steps)

    return asyncio.run(main())


def many(work: Work) -> int:
    """Drive many runs at once."""

    async def main() -> int:
        flow = flow_of(work)
        async with _engine(work, flow) as engine:
            with work.clocked():
                return sum(await asyncio.gather(*(_one(engine, flow, work.steps) for _ in range(work.runs))))

    return asyncio.run(main())


def resume(work: Work) -> None:
    """Take the run over and go on with it."""

    async def main() -> None:
        flow = flow_of(work)
        async with _engine(work, flow) as engine:
            await engine.drive(await engine.wake(engine.journal.run("last"), flow))

    asyncio.run(main())
