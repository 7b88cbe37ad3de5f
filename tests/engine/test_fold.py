"""The record is the fold of its rows: at every row, live and read again."""

from __future__ import annotations

import asyncio
import tempfile
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small_flow import Given, Said, Story, Went, engine_at, post, revive, small

from indagate.errors import EffectFailed
from indagate.flow import Context
from indagate.tools import tool

Plan = list[tuple[str, str]]


@tool
async def give(text: str) -> str:
    if text.startswith("!"):
        raise EffectFailed(text)
    return text


@tool(writes=True)
async def put(text: str) -> list[str]:
    return [text]


def following(plan: Plan) -> Any:
    """A step that follows a plan: emissions, calls, failures, scopes, parallel items."""

    async def act(ctx: Context[Story], what: str, text: str) -> None:
        if what == "emit":
            await ctx.emit(Said(text))
        elif what == "call":
            await ctx.call(give, text)
        elif what == "put":
            await ctx.call(put, text)
        elif what == "try":
            try:
                await ctx.call(give, "!" + text)
            except EffectFailed as error:
                await ctx.emit(Said(error.message))
        elif what == "each":
            await ctx.each([1, 2, 3], lambda item: ctx.emit(Said(f"{text}{item}")), key=str)
        elif what == "break":
            await ctx.call(give, "!" + text)

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for what, text in plan:
            await act(ctx, what, text)
        return Went("end")

    return working


plans = st.lists(
    st.tuples(st.sampled_from(["emit", "call", "put", "try", "each", "break"]), st.text(max_size=5)), max_size=8
)


@given(plans)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_fold_of_any_prefix_is_the_live_record_at_that_row(plan: Plan) -> None:
    """For whatever a step does; and what was done and spent is the same too."""
    flow = small(following(plan))

    async def go(path: Path) -> None:
        seen: dict[int, Any] = {}
        async with engine_at(path) as engine:
            engine.watchers.append(lambda run, row, event, record: seen.__setitem__(row.seq, deepcopy(record)))
            driver = await engine.create(flow, Given())
            await engine.drive(driver)
            for _ in range(2):
                if driver.record.state == "ERROR":
                    await post(engine, 1, "resume")
                    await engine.drive(driver)
            run = engine.journal.by_id(1)
            for seq, record in seen.items():
                assert engine.read(run, flow, upto=seq).record == record
            whole = engine.read(run, flow)
            assert whole.record == driver.record
            assert whole.spent == driver.ledger.spent
            assert whole.latest == driver.run_writer.replayed.latest
            assert not driver.ledger.reserved

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(go(Path(folder)))


async def emitting(record: Story, ctx: Context[Story]) -> Went:
    for index in range(int(record.input.text)):
        await ctx.emit(Said(str(index)))
    return Went()


def test_time_and_space_grow_with_the_rows_and_no_faster(tmp_path: Path) -> None:
    """Five times the emissions: about five times as long, to write and to read."""
    flow = small(emitting)

    async def measure(count: int) -> tuple[float, float, int]:
        path = tmp_path / str(count)
        async with engine_at(path) as engine:
            began = time.process_time()
            driver = await engine.create(flow, Given(str(count)))
            assert await engine.drive(driver) == "finished"
            wrote = time.process_time() - began
            began = time.process_time()
            assert len(engine.read(engine.journal.by_id(1), flow).record.said) == count
            read = time.process_time() - began
        return wrote, read, sum(file.stat().st_size for file in path.iterdir())

    async def go() -> None:
        await measure(200)
        small_one, large_one = await measure(2_000), await measure(10_000)
        # five times the rows: far from the 25 times of anything quadratic, whatever else the machine is doing
        assert large_one[0] < 15 * small_one[0] + 0.5
        assert large_one[1] < 15 * small_one[1] + 0.5
        assert large_one[2] < 7 * small_one[2]

    asyncio.run(go())


def test_a_hundred_runs_in_one_process_come_through(tmp_path: Path) -> None:
    """Each with its own rows, none mixed up."""
    flow = small(following([("emit", "a"), ("call", "b"), ("put", "c"), ("each", "d")]))

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            drivers = await asyncio.gather(*(engine.create(flow, Given(str(n))) for n in range(100)))
            assert set(await asyncio.gather(*map(engine.drive, drivers))) == {"finished"}
            assert len({driver.run_writer.run.name for driver in drivers}) == 100
            for number, driver in enumerate(drivers):
                assert engine.read(engine.journal.by_id(driver.run_writer.run.id), flow).record == driver.record
                assert driver.record.input.text == str(number)
                assert sorted(driver.record.said) == ["a", "d1", "d2", "d3"]

    asyncio.run(go())


def test_a_long_run_is_woken_quickly(tmp_path: Path) -> None:
    """At row 5,000; generous here, measured by the bench."""

    async def hanging(record: Story, ctx: Context[Story]) -> Went:
        for index in range(5_000):
            await ctx.emit(Said(str(index)))
        raise EffectFailed("wait here")

    flow = small(hanging)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            await engine.drive(await engine.create(flow, Given()))
        async with engine_at(tmp_path) as engine:
            began = time.process_time()
            driver = await revive(engine, flow)
            assert time.process_time() - began < 1.0
            assert len(driver.record.said) == 5_000

    asyncio.run(go())
