"""A tool that writes is given a key by which the other side recognises a repeat; paths are no part of what is asked."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from places import moved
from small_flow import Given, Said, Story, Went, engine_at, revive, small

from indagate.engine.create_run import fork_rows
from indagate.engine.row import Start, decode
from indagate.flow import Context
from indagate.storage import Home
from indagate.tools import TimeLimit, tool

KEYS: list[str] = []
SLOW: list[bool] = []


@pytest.fixture(autouse=True)
def nothing_sent() -> None:
    KEYS.clear()
    SLOW.clear()


@tool(writes=True)
async def send(to: str, idempotency_key: str = "") -> str:
    KEYS.append(idempotency_key)
    if SLOW:
        await asyncio.Event().wait()
    return to


@tool(writes=True, timeout=30)
def post_it(to: str, idempotency_key: str = "") -> str:
    return f"{to} under {idempotency_key}"


async def working(record: Story, ctx: Context[Story]) -> Went:
    return Went(await ctx.call(send, "her"))


async def _in_flight(path: Path) -> None:
    """Leave a run as a crash does, with its call in flight."""
    SLOW.append(True)
    engine = await engine_at(path).__aenter__()
    driver = await engine.create(small(working), Given())
    task = asyncio.ensure_future(engine.drive(driver))
    while not KEYS:
        await asyncio.sleep(0.005)
    driver.run_writer.die(RuntimeError("crash"))
    await asyncio.gather(task, return_exceptions=True)
    await engine.journal.change(lambda c: c.execute("UPDATE runs SET owner = NULL"))
    engine.journal.close()
    SLOW.clear()


def test_a_call_that_is_repeated_after_a_crash_has_the_same_key_and_in_a_fork_one_of_its_own(tmp_path: Path) -> None:
    """The call in flight may have reached the other side: the run repeats it under its key, the fork is another run."""

    async def go() -> None:
        await _in_flight(tmp_path)
        async with engine_at(tmp_path) as engine:
            run = engine.journal.by_id(1)
            at = engine.journal.last(1)[0]
            fork = await engine.journal.change(lambda c: fork_rows(c, run, small(working), at, engine.home))
            for number in (1, fork.id):
                assert await engine.drive(await revive(engine, small(working), number)) == "finished"
            starts = [decode(row.body, Start).once for row in engine.journal.rows(1) if row.kind == "start"]
            assert starts == KEYS[:2]

    asyncio.run(go())
    assert len(KEYS) == 3
    assert KEYS[0] == KEYS[1]
    assert KEYS[2] not in KEYS[:2]
    assert all(KEYS)


def test_nobody_can_ask_for_a_key(tmp_path: Path) -> None:
    """It is no part of the form that an agent is shown, and also a tool in a process of its own gets it."""
    assert set(send.takes.schema["properties"]) == {"to"}

    async def posting(record: Story, ctx: Context[Story]) -> Went:
        return Went(await ctx.call(post_it, "him"))

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(posting), Given())
            assert await engine.drive(driver) == "finished"
            start = next(decode(row.body, Start) for row in engine.journal.rows(1) if row.kind == "start")
            assert driver.record.result == f"him under {start.once}"

    asyncio.run(go())


@tool
async def look_into(home: Home, what: str, limit: TimeLimit) -> str:
    KEYS.append(f"{home.root.name} {what}")
    return f"{what} within {limit.seconds:g} s"


def test_a_home_that_was_moved_in_mid_run_repeats_nothing(tmp_path: Path) -> None:
    """Killed, moved, resumed with less time left: what was completed in the old place answers."""

    def looking(seconds: float, hang: bool) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            found = await ctx.call(look_into, ctx.home, "this", TimeLimit(seconds))
            await ctx.emit(Said(found))
            if hang:
                KEYS.append("hangs")
                await asyncio.Event().wait()
            return Went(found)

        return small(working)

    async def first() -> None:
        async with engine_at(tmp_path / "old") as engine:
            driver = await engine.create(looking(20, True), Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while "hangs" not in KEYS:
                await asyncio.sleep(0.005)
            driver.stop()
            await task

    async def then() -> None:
        async with engine_at(tmp_path / "new") as engine:
            driver = await revive(engine, looking(3, False))
            assert await engine.drive(driver) == "finished"
            assert driver.record.result == "this within 20 s"
            assert driver.record.said == ["this within 20 s"]

    asyncio.run(first())
    shutil.move(tmp_path / "old", tmp_path / "new")
    moved(tmp_path / "old", tmp_path / "new")
    asyncio.run(then())
    assert KEYS == ["old this", "hangs"]
