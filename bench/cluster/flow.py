"""Twenty effects in a row, each of which leaves a mark outside of the journal."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from indagate import HISTORY, Chart, Context, Final, Flow, Record, Wait, Work, tool
from indagate.events import Aborted, Broke, Resumed

STEPS = 20


@dataclass(frozen=True)
class Marked:
    number: int


@dataclass(frozen=True)
class Through: ...


CHART = Chart("marks", version=1, initial="MARKING", states=[
    Work("MARKING", {Through: "DONE"}),
    Final("DONE"),
    Final("ABORTED"),
    Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}),
], anywhere={Broke: "ERROR", Aborted: "ABORTED"})  # fmt: skip


@dataclass
class Marks(Record[str]):
    numbers: list[int] = field(default_factory=list)

    def fold(self, event: object, stamp: object) -> None:
        if isinstance(event, Marked):
            self.numbers.append(event.number)


@tool(writes=True)
async def mark(file: str, number: int, idempotency_key: str = "") -> int:
    with Path(file).open("a") as marks:
        marks.write(f"{number} {idempotency_key}\n")
    await asyncio.sleep(0.1)
    return number


async def marking(marks: Marks, ctx: Context[Marks]) -> Through:
    for number in range(len(marks.numbers), STEPS):
        await ctx.emit(Marked(await ctx.call(mark, marks.input, number)))
    return Through()


FLOW = Flow(
    chart=CHART, record=Marks, input=str, steps={"marking": marking}, emits=[Marked], prefix="MARK", doc="marks",
    summary=lambda marks: f"{len(marks.numbers)} marks",
)  # fmt: skip
