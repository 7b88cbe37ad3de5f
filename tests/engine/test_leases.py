"""Leases of takeovers that fail, and of children, which stand and fall with their parent's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Story, Went, engine_at, revive, small

from indagate.budget import Budget
from indagate.engine import Log
from indagate.engine.create_run import fork_rows
from indagate.errors import InputError, LeaseHeld, LeaseLost
from indagate.flow import Context
from indagate.tools import tool

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def nothing_called() -> None:
    CALLS.clear()


@tool
async def work(what: str) -> str:
    CALLS.append(what)
    await asyncio.sleep(0.01)
    return what


def waiting(*, views: Any = ()) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        CALLS.append("begins")
        await asyncio.Event().wait()
        return Went()

    return small(working, views=views)


def test_a_takeover_that_fails_gives_the_lease_back(tmp_path: Path) -> None:
    """A view of the flow breaks at the row that the taking wrote: whoever has a sound one goes on at once."""

    def say(row: Any, event: Any, record: Any) -> str:
        if row.kind == "wake" and not CALLS:
            raise KeyError("a mistake in a view")
        return str(row.name)

    flow = waiting(views=[Log("all.log", say)])

    async def go() -> None:
        async with engine_at(tmp_path) as engine, engine_at(tmp_path) as other:
            await engine.leave(await engine.create(flow, Given()))
            with pytest.raises(KeyError):
                await revive(engine, flow)
            await engine.journal.change(lambda c: None)
            assert [row.kind for row in engine.journal.rows(1)] == ["born", "wake"], "it failed after the taking"
            assert engine.journal.by_id(1).owner is None
            CALLS.append("mended")
            await other.leave(await revive(other, flow))

    asyncio.run(go())


def test_a_takeover_that_is_cut_off_gives_the_lease_back(tmp_path: Path) -> None:
    """Cancelled while the writer commits it."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            await engine.leave(await engine.create(waiting(), Given()))
            task = asyncio.ensure_future(revive(engine, waiting()))
            for _ in range(3):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await engine.journal.change(lambda c: None)
            assert engine.journal.by_id(1).owner is None

    asyncio.run(go())


def parent(child: Any) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Went((await ctx.run(child, Given(), key="c")).result)

    return small(working)


def child_flow(hang: bool) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        found = await ctx.call(work, "child")
        if hang:
            CALLS.append("begins")
            await asyncio.Event().wait()
        return Went(found)

    return small(working)


def test_who_takes_a_parent_over_has_its_children_and_the_old_driver_writes_to_none(tmp_path: Path) -> None:
    """The first driver slept past its parent's lease; that of its child, which it began later, still held."""

    async def go() -> None:
        async with engine_at(tmp_path) as sleeper, engine_at(tmp_path) as other:
            driver = await sleeper.create(parent(child_flow(True)), Given())
            task = asyncio.ensure_future(sleeper.drive(driver))
            while "begins" not in CALLS:
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.02)
            child = driver.children[0]
            await other.journal.change(lambda c: c.execute("UPDATE runs SET held = 0 WHERE id = 1"))
            again = await revive(other, parent(child_flow(False)))
            with pytest.raises(LeaseLost):
                await child.run_writer.write("note", "x", "", b'{"text":"late"}')
            with pytest.raises(LeaseLost):
                await sleeper.create(child_flow(False), Given(), parent=(1, "another"), above=driver)
            assert await other.drive(again) == "finished"
            assert again.record.result == "child"
            assert len(other.journal.runs()) == 2, "the child goes on; no second one was begun"
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert [row.kind for row in other.journal.rows(2)] == ["born", "done", "wake", "move"]

    asyncio.run(go())
    assert CALLS == ["child", "begins"]


def test_a_child_that_another_process_drives_by_itself_is_not_taken_from_it(tmp_path: Path) -> None:
    """It was woken alone, by somebody else than the one who had the parent."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(parent(child_flow(True)), Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while "begins" not in CALLS:
                await asyncio.sleep(0.005)
            driver.stop()
            await task
        async with engine_at(tmp_path) as engine, engine_at(tmp_path) as other:
            await revive(other, child_flow(False), 2)
            with pytest.raises(LeaseHeld):
                await engine.drive(await revive(engine, parent(child_flow(False))))

    asyncio.run(go())


def spending(path: Path, count: int) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        for number in range(count):
            await ctx.call(work, str(number))
        return Went("all")

    return small(working)


def test_a_resume_raises_the_budget_as_a_row_that_holds_from_then_on(tmp_path: Path) -> None:
    """It breaks of its budget, gets a larger one, goes on, and keeps it; one that is spent already is refused."""
    flow = spending(tmp_path, 6)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given(), budget=Budget(calls=2, tokens=1000))
            assert await engine.drive(driver) == "waiting"
            await engine.leave(driver)
            with pytest.raises(InputError, match="has spent 2 calls already"):
                await engine.wake(engine.journal.by_id(1), flow, budget=Budget(calls=2))
            assert engine.journal.by_id(1).owner is None
            driver = await engine.wake(engine.journal.by_id(1), flow, budget=Budget(calls=4))
            assert driver.ledger.budget == Budget(calls=4, tokens=1000)
            from small_flow import post

            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "waiting"
            await engine.leave(driver)
        async with engine_at(tmp_path) as engine:
            assert engine.read(engine.journal.by_id(1), flow).budget == Budget(calls=4, tokens=1000)
            driver = await engine.wake(engine.journal.by_id(1), flow, budget=Budget(calls=9))
            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "finished"
            assert driver.ledger.spent.calls == 6

    asyncio.run(go())


def test_time_that_nobody_drives_is_not_spent_by_a_fork_nor_a_pause(tmp_path: Path) -> None:
    """A second passes before the fork, and another before it is driven."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(waiting(), Given(), budget=Budget(seconds=10))
            task = asyncio.ensure_future(engine.drive(driver))
            await asyncio.sleep(0.1)
            from small_flow import post

            await post(engine, 1, "pause")
            assert await task == "paused"
            await asyncio.sleep(1.0)
            run, at = engine.journal.by_id(1), engine.journal.last(1)[0]
            fork = await engine.journal.change(lambda c: fork_rows(c, run, waiting(), at, engine.home))
            assert engine.read(fork, waiting()).driven < 0.9
            await asyncio.sleep(1.0)
            for number in (1, fork.id):
                assert (await revive(engine, waiting(), number)).ledger.seconds < 0.9

    asyncio.run(go())
