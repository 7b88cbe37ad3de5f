"""A flow of many rows for tests: it counts to the number that it is given, then waits for a person."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from indagate import HISTORY, Chart, Context, Final, Flow, Record, Signal, Wait, Work
from indagate.events import Aborted, Broke, Resumed

AT_ONCE = 500
"""Rows that are committed together."""


@dataclass(frozen=True)
class Counted:
    number: int


@dataclass(frozen=True)
class Ended: ...


@dataclass(frozen=True)
class Approved: ...


CHART = Chart("tally", version=1, initial="COUNTING", states=[
    Work("COUNTING", {Ended: "REVIEW"}),
    Wait("REVIEW", {Approved: "DONE", Aborted: "ABORTED"}, doc="the count is done"),
    Final("DONE"),
    Final("ABORTED"),
    Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}),
], anywhere={Broke: "ERROR", Aborted: "ABORTED"})  # fmt: skip


@dataclass
class Tally(Record[str]):
    counted: int = 0

    def fold(self, event: object, stamp: object) -> None:
        self.counted += isinstance(event, Counted)


async def counting(tally: Tally, ctx: Context[Tally]) -> Ended:
    async def count(number: int) -> None:
        await ctx.emit(Counted(number))

    numbers = range(int(tally.input))
    for first in numbers[::AT_ONCE]:
        await asyncio.gather(*(count(number) for number in numbers[first : first + AT_ONCE]))
    return Ended()


FLOW = Flow(
    chart=CHART, record=Tally, input=str, steps={"counting": counting}, emits=[Counted],
    signals=[Signal("approve", Approved, "the count is right")], prefix="TL", doc="it counts",
    summary=lambda tally: f"counted: {tally.counted}",
)  # fmt: skip
