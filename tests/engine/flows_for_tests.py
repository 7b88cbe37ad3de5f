"""Flows that use every kind of effect, and leave a trace of every real call in a side file."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from indagate.engine import Aborted, Broke, Log, Page, Record, Resumed, Row, Signal
from indagate.errors import EffectFailed, PageRejected
from indagate.flow import Answerers, Context, Flow
from indagate.models import Role
from indagate.statechart import HISTORY, Chart, Final, Join, Wait, Work
from indagate.tools import tool

PACE = float(os.environ.get("PACE", "0.003"))
BIG = 90_000


def trace(side: str, what: str) -> None:
    """Leave a line that survives kill -9: one for every real call."""
    handle = os.open(side, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, f"{what}\n".encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def traced(side: str | Path) -> dict[str, int]:
    """Return how often each call was really made."""
    counts: dict[str, int] = {}
    if Path(side).exists():
        for line in Path(side).read_text().splitlines():
            counts[line] = counts.get(line, 0) + 1
    return counts


@dataclass(frozen=True)
class Order:
    """What the flow is started with: the side file and how much to do."""

    side: str
    items: int = 3


@dataclass(frozen=True)
class Prepared:
    seen: list[int]


@dataclass(frozen=True)
class Noted:
    item: int
    text: str


@dataclass(frozen=True)
class LeftDone:
    written: int


@dataclass(frozen=True)
class RightDone:
    opinion: str
    child: int


@dataclass(frozen=True)
class Gathered:
    total: int


@dataclass(frozen=True)
class Approved:
    text: str = ""


@dataclass(frozen=True)
class Advised:
    text: str


@dataclass(frozen=True)
class Finished:
    advice: str
    size: int


@dataclass(frozen=True)
class Edited:
    line: str


@dataclass
class Dish(Record[Order]):
    """Everything that happened, in order."""

    notes: list[str] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)

    def fold(self, event: Any, stamp: Any) -> None:
        if isinstance(event, Noted):
            self.notes.append(f"{event.item}:{event.text}")
        elif isinstance(event, Edited):
            self.notes.append(f"edited {event.line}")
        else:
            self.facts[type(event).__name__] = event


@tool
async def look(side: str, item: int) -> int:
    trace(side, f"look {item}")
    await asyncio.sleep(PACE)
    return item * 10


@tool(writes=True)
async def append(side: str, item: int) -> str:
    trace(side, f"append {item}")
    await asyncio.sleep(PACE)
    return f"line {item}"


@tool(shared=True)
async def fetch(side: str, url: str) -> str:
    trace(side, f"fetch {url}")
    await asyncio.sleep(PACE)
    return f"content of {url}"


@tool
def large(side: str) -> str:
    trace(side, "large")
    return "x" * BIG


@dataclass(frozen=True)
class Question:
    side: str
    text: str


def opine(question: Question) -> str:
    trace(question.side, f"ask {question.text}")
    return question.text.upper()


JUDGE: Role[Question, str] = Role("judge", output=str, rule=opine)


@dataclass(frozen=True)
class Stirred:
    times: int


@dataclass
class Pot(Record[Order]):
    times: int = 0

    def fold(self, event: Any, stamp: Any) -> None:
        self.times = event.times


async def stirring(record: Pot, ctx: Context[Pot]) -> Stirred:
    """The child flow: two calls, one that writes."""
    first = await ctx.call(look, record.input.side, 100)
    await ctx.call(append, record.input.side, 100)
    return Stirred(first)


POT = Flow(
    chart=Chart("pot", 1, "STIRRING", [Work("STIRRING", {Stirred: "STIRRED"}), Final("STIRRED")]),
    record=Pot, input=Order, steps={"stirring": stirring},
)  # fmt: skip


async def preparing(record: Dish, ctx: Context[Dish]) -> Prepared:
    side = record.input.side

    async def one(item: int) -> int:
        seen = await ctx.call(look, side, item)
        await ctx.emit(Noted(item, f"looked {seen}"))
        return seen

    await ctx.now()
    seen = await ctx.each(range(record.input.items), one, key=str)
    return Prepared(seen)


async def left(record: Dish, ctx: Context[Dish]) -> LeftDone:
    side = record.input.side

    async def one(item: int) -> str:
        line = await ctx.call(append, side, item)
        await ctx.call(fetch, side, "shared")
        await ctx.emit(Noted(item, line))
        return line

    return LeftDone(len(await ctx.each(range(record.input.items), one, key=str, limit=2)))


async def right(record: Dish, ctx: Context[Dish]) -> RightDone:
    side = record.input.side
    await ctx.call(fetch, side, "shared")
    opinion = await ctx.ask(JUDGE, Question(side, "good?"))
    try:
        await ctx.call(broken, side)
    except EffectFailed as error:
        await ctx.emit(Noted(-1, error.message))
    pot = await ctx.run(POT, Order(side), key="pot")
    return RightDone(opinion, pot.times)


@tool
async def broken(side: str) -> str:
    trace(side, "broken")
    raise EffectFailed("it does not work")


async def gathering(record: Dish, ctx: Context[Dish]) -> Gathered:
    await ctx.emit(Noted(0, "gathering"))
    return Gathered(len(record.notes))


async def finishing(record: Dish, ctx: Context[Dish]) -> Finished:
    advice = await ctx.until(Advised)
    text = await ctx.call(large, record.input.side)
    return Finished(advice.text, len(text))


def show(record: Dish) -> str:
    """The page: its rev first."""
    return f"rev: {record.rev}\nstate: {record.state}\n" + "".join(f"- {note}\n" for note in sorted(record.notes))


def rev_of(text: str) -> int:
    head = text.partition("\n")[0]
    if not head.startswith("rev: ") or not head[5:].isdigit():
        raise PageRejected("page.md, line 1: expected `rev: <row>`")
    return int(head[5:])


def read(record: Dish, base: str, edited: str) -> list[Edited]:
    """New lines become events; a line that was taken away is refused."""
    before, after = base.splitlines()[2:], edited.splitlines()[2:]
    if not set(before) <= set(after):
        raise PageRejected("page.md: a line is missing")
    return [Edited(line) for line in after if line not in before]


def say(row: Row, event: Any, record: Dish) -> str | None:
    return f"{row.kind} {row.name} {row.key}" if row.kind != "note" else None


CHART = Chart(
    "dish", 1, "PREPARING",
    [
        Work("PREPARING", {Prepared: ("LEFT", "RIGHT")}),
        Work("LEFT", {LeftDone: "GATHERING"}),
        Work("RIGHT", {RightDone: "GATHERING"}),
        Join("GATHERING", {Gathered: "WAITING"}),
        Wait("WAITING", {Approved: "FINISHING"}),
        Work("FINISHING", {Finished: "END"}),
        Final("END"),
        Final("ABORTED"),
        Wait("ERROR", {Resumed: HISTORY, Aborted: "ABORTED"}),
    ],
    anywhere={Broke: "ERROR", Aborted: "ABORTED"},
)  # fmt: skip

DISH = Flow(
    chart=CHART, record=Dish, input=Order,
    steps={"preparing": preparing, "left": left, "right": right, "gathering": gathering, "finishing": finishing},
    emits=[Noted, Advised, Edited],
    signals=[Signal("approve", Approved), Signal("advise", Advised)],
    views=[Page("page.md", show, read=read, rev=rev_of), Log("logs/all.log", say)],
)  # fmt: skip

FLOWS = {flow.name: flow for flow in (DISH, POT)}


def make_context(driver: Any, visit: Any) -> Context[Any]:
    return Context(driver, visit, Answerers())


def find(name: str, origin: str) -> Flow:
    return FLOWS[name]


def wait_for(condition: Any, seconds: float = 20.0) -> None:
    """Wait until something holds, or fail."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.005)
