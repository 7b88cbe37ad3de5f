"""Child runs: their own journal, their parent's budget; a crash or a wait inside them loses nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from small_flow import Given, Said, Story, Went, engine_at, post, revive, small

from indagate.budget import Amount, Budget
from indagate.engine import Record, Signal
from indagate.errors import BudgetSpent
from indagate.flow import Context, Flow
from indagate.statechart import Chart, Final, Wait, Work
from indagate.tools import tool

CALLS: list[str] = []


@tool
async def work(what: str) -> str:
    CALLS.append(what)
    await asyncio.sleep(0.005)
    return what


@dataclass(frozen=True)
class Asked:
    pass


@dataclass(frozen=True)
class Allowed:
    text: str = ""


@dataclass(frozen=True)
class Ready:
    pass


class Errand(Record[Given]):
    pass


def errand(prepare: Any = None) -> Flow:
    """A child: works, waits for a person, works again."""

    async def fetching(record: Errand, ctx: Context[Errand]) -> Asked:
        await ctx.call(work, f"{record.input.text} fetch")
        if prepare:
            await prepare()
        return Asked()

    async def bringing(record: Errand, ctx: Context[Errand]) -> Ready:
        await ctx.call(work, f"{record.input.text} bring")
        return Ready()

    states = [
        Work("FETCHING", {Asked: "WAITING"}), Wait("WAITING", {Allowed: "BRINGING"}), Work("BRINGING", {Ready: "END"}),
        Final("END"),
    ]  # fmt: skip
    return Flow(
        chart=Chart("errand", 1, "FETCHING", states), record=Errand, input=Given,
        steps={"fetching": fetching, "bringing": bringing}, signals=[Signal("allow", Allowed)],
    )  # fmt: skip


def parent_of(child: Flow, keys: tuple[str, ...] = ("a",)) -> Flow:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(key: str) -> str:
            done = await ctx.run(child, Given(key), key=key)
            await ctx.emit(Said(f"{key} {done.state}"))
            return str(done.run)

        return Went(" ".join(await ctx.each(keys, one, key=str)))

    return small(working)


def test_a_child_that_waits_suspends_its_parent_and_goes_on_later(tmp_path: Path) -> None:
    """In the same process and in another; siblings come through first; nothing is repeated."""
    CALLS.clear()
    child = errand()
    flow = parent_of(child, ("a", "b"))

    async def first() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            assert await engine.drive(driver) == "waiting"
            assert driver.record.state == "WORKING"
            assert [engine.journal.stands(run.id) for run in engine.journal.runs()] == ["WORKING", "WAITING", "WAITING"]
            second = engine.journal.runs()[1]
            await post(engine, second.id, "allow")
            assert await engine.drive(driver) == "waiting"
            assert driver.ledger.spent == Amount(calls=3)

    async def then() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            assert driver.ledger.spent == Amount(calls=3)
            await post(engine, engine.journal.runs()[2].id, "allow")
            assert await engine.drive(driver) == "finished"
            assert sorted(driver.record.said) == ["a END", "b END"]
            assert driver.ledger.spent == Amount(calls=4)
            assert engine.read(engine.journal.by_id(1), flow).spent == Amount(calls=4)

    asyncio.run(first())
    asyncio.run(then())
    assert sorted(CALLS) == ["a bring", "a fetch", "b bring", "b fetch"]


def test_a_crash_inside_a_child_resumes_that_child(tmp_path: Path) -> None:
    """The engine is dropped in the middle, as a crash does; the same child run goes on."""
    CALLS.clear()
    reached = asyncio.Event()

    async def hang() -> None:
        reached.set()
        await asyncio.Event().wait()

    async def first() -> None:
        engine = await engine_at(tmp_path).__aenter__()
        driver = await engine.create(parent_of(errand(hang)), Given())
        task = asyncio.ensure_future(engine.drive(driver))
        await reached.wait()
        await asyncio.sleep(0.02)
        driver.run_writer.die(RuntimeError("crash"))
        driver.children[0].run_writer.die(RuntimeError("crash"))
        await asyncio.gather(task, return_exceptions=True)
        await engine.journal.change(lambda c: c.execute("UPDATE runs SET owner = NULL"))
        engine.journal.close()

    async def then() -> None:
        async with engine_at(tmp_path) as engine:
            flow = parent_of(errand())
            driver = await revive(engine, flow)
            assert await engine.drive(driver) == "waiting"
            await post(engine, 2, "allow")
            assert await engine.drive(driver) == "finished"
            assert len(engine.journal.runs()) == 2

    asyncio.run(first())
    asyncio.run(then())
    assert CALLS == ["a fetch", "a bring"]


def test_a_child_spends_its_parents_budget(tmp_path: Path) -> None:
    """The parent's limit stops the child; what the child did is charged to the parent."""
    CALLS.clear()

    async def spending(record: Story, ctx: Context[Story]) -> Went:
        done = 0
        try:
            for index in range(10):
                await ctx.call(work, str(index))
                done += 1
        except BudgetSpent:
            pass
        return Went(str(done))

    child = small(spending)

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.call(work, "own")
        return Went((await ctx.run(child, Given(), key="c")).result)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(working), Given(), budget=Budget(calls=5))
            assert await engine.drive(driver) == "finished"
            assert driver.record.result == "4"
            assert driver.ledger.spent == Amount(calls=5)

    asyncio.run(go())
    assert len(CALLS) == 5


def test_a_child_that_can_be_resumed_alone_has_the_same_identities(tmp_path: Path) -> None:
    """A child started within a scope of its parent, then woken by itself: its completed call is not repeated."""
    CALLS.clear()

    async def fetching(record: Errand, ctx: Context[Errand]) -> Asked:
        await ctx.call(work, "inner")
        if CALLS.count("second") == 0:
            CALLS.append("second")
            await asyncio.Event().wait()
        return Asked()

    child = errand()
    child = Flow(
        chart=child.chart, record=Errand, input=Given, steps={**child.steps, "fetching": fetching},
        signals=child.signals,
    )  # fmt: skip

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(parent_of(child), Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while "second" not in CALLS:
                await asyncio.sleep(0.01)
            driver.stop()
            assert await task == "stopped"
            alone = await engine.wake(engine.journal.by_id(2), child)
            assert await engine.drive(alone) == "waiting"

    asyncio.run(go())
    assert CALLS == ["inner", "second"]


def test_a_stop_of_the_parent_journals_what_its_child_has_in_flight(tmp_path: Path) -> None:
    """Graceful all the way down."""
    CALLS.clear()

    @tool(writes=True)
    async def slow(what: str) -> str:
        CALLS.append(what)
        await asyncio.sleep(0.2)
        return what

    async def inner(record: Story, ctx: Context[Story]) -> Went:
        return Went(await ctx.call(slow, "slow"))

    child = small(inner)

    async def working(record: Story, ctx: Context[Story]) -> Went:
        result = (await ctx.run(child, Given(), key="c")).result
        return Went(result + await ctx.call(slow, "after"))

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while not CALLS:
                await asyncio.sleep(0.01)
            driver.stop()
            assert await task == "stopped"
            kinds = [row.kind for row in engine.journal.rows(2)]
            assert kinds == ["born", "start", "done", "move"]
            again = await revive(engine, flow)
            assert await engine.drive(again) == "finished"
            assert again.record.result == "slowafter"

    asyncio.run(go())
    assert CALLS == ["slow", "after"]
