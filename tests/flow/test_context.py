"""What a step may use: scopes, parallel items, identities that hold over a restart."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "engine"))

from small_flow import Given, Said, Story, Went, engine_at, small

from indagate.errors import Ambiguous, EffectFailed
from indagate.flow import Context
from indagate.tools import tool


@tool
async def echo(text: str, pause: float = 0.0) -> str:
    await asyncio.sleep(pause)
    if text == "bad":
        raise EffectFailed("bad")
    return text


def run(path: Path, step: Any) -> tuple[Any, list[Any]]:
    async def go() -> tuple[Any, list[Any]]:
        async with engine_at(path) as engine:
            driver = await engine.create(small(step, broke=False), Given())
            await engine.drive(driver)
            return driver.record, list(engine.journal.rows(1))

    return asyncio.run(go())


def test_items_run_in_parallel_come_back_in_order_and_have_scopes_of_their_own(tmp_path: Path) -> None:
    """Whatever the order in which they end; keys are kept apart from what divides an identity."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(item: str) -> str:
            first = await ctx.call(echo, item, 0.02 if item == "a/b" else 0.0)
            async with ctx.scope("deep"):
                return first + await ctx.call(echo, item)

        return Went(",".join(await ctx.each(["a/b", "a#b", "a%2fb"], one, key=str)))

    record, rows = run(tmp_path, working)
    assert record.result == "a/ba/b,a#ba#b,a%2fba%2fb"
    keys = {row.key for row in rows if row.kind == "done"}
    assert len(keys) == 6
    assert {key.partition("#")[0] for key in keys} >= {"0/a%2fb", "0/a%2fb/deep", "0/a%23b", "0/a%252fb"}


def test_two_items_with_one_key_are_ambiguous(tmp_path: Path) -> None:
    """Told before anything is done."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        with pytest.raises(Ambiguous, match="'x'"):
            await ctx.each(["a", "b"], lambda item: ctx.call(echo, item), key=lambda item: "x")
        return Went()

    assert [row.kind for row in run(tmp_path, working)[1]] == ["born", "move"]


def test_the_first_failure_stops_the_other_items(tmp_path: Path) -> None:
    """And is the one that is raised."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        began = asyncio.get_running_loop().time()
        with pytest.raises(EffectFailed, match="bad"):
            await ctx.each(["slow", "bad"], lambda item: ctx.call(echo, item, 30.0 * (item == "slow")), key=str)
        assert asyncio.get_running_loop().time() - began < 5
        return Went()

    run(tmp_path, working)


def test_no_more_items_run_at_once_than_allowed(tmp_path: Path) -> None:
    """With `limit`."""
    now, most = 0, 0

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(item: int) -> None:
            nonlocal now, most
            now += 1
            most = max(most, now)
            await asyncio.sleep(0.005)
            now -= 1

        await ctx.each(range(12), one, key=str, limit=3)
        return Went()

    run(tmp_path, working)
    assert most == 3


def test_a_step_sees_its_emission_in_the_record_at_once(tmp_path: Path) -> None:
    """The record that comes back has the event."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        after = await ctx.emit(Said("x"))
        assert after.said == ["x"]
        assert ctx.record is after
        assert ctx.run_name == after.run
        return Went(str(ctx.budget.spent.calls))

    assert run(tmp_path, working)[0].result == "0"
