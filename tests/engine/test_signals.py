"""Signals reach a run from anywhere, once each, whatever else is going on."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Said, Steered, Story, Went, engine_at, post, revive, small

from indagate.engine import Signal, inbox
from indagate.engine.row import Note, decode
from indagate.errors import InputError, StorageError
from indagate.flow import Context


async def listening(record: Story, ctx: Context[Story]) -> Went:
    """Eight workers that emit while signals come in, until the word is given."""
    over = False

    async def one(worker: int) -> int:
        turns = 0
        while not over:
            await ctx.emit(Said(f"worker {worker}"))
            turns += 1
            await asyncio.sleep(0.001)
        return turns

    async def ear(_: int) -> int:
        nonlocal over
        while not any(text == "stop" for text in record.said):
            await asyncio.sleep(0.005)
        over = True
        return 0

    async def each(item: int) -> int:
        return await (ear(item) if item == 8 else one(item))

    return Went(str(sum(await ctx.each(range(9), each, key=str))))


LISTENING = small(listening)


def test_signals_are_taken_in_under_eight_parallel_workers(tmp_path: Path) -> None:
    """Each once, in the order in which they were posted."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(LISTENING, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            numbers = []
            for index in range(30):
                numbers.append(await post(engine, 1, "steer", f"signal {index}"))
                await asyncio.sleep(0.005)
            await post(engine, 1, "steer", "stop")
            assert await asyncio.wait_for(task, 30) == "finished"
            heard = [text for text in driver.record.said if text.startswith("signal")]
            assert heard == [f"signal {index}" for index in range(30)]
            assert {inbox.outcome(engine.journal, number) for number in numbers} == {"taken"}
            assert engine.read(engine.journal.by_id(1), LISTENING).record == driver.record

    asyncio.run(go())


def test_two_thousand_signals_are_taken_once_each(tmp_path: Path) -> None:
    """Posted while the run is driven and while it is not; the last half finds a second driver."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            await engine.create(LISTENING, Given())

            def many(first: int) -> Any:
                return lambda c: [inbox.post(c, 1, "steer", str(index)) for index in range(first, first + 500)]

            await engine.journal.change(many(0))
            driver = engine._drivers[1]
            task = asyncio.ensure_future(engine.drive(driver))
            await engine.journal.change(many(500))
            while len([t for t in driver.record.said if t.isdigit()]) < 1000:
                await asyncio.sleep(0.02)
            driver.stop()
            assert await task == "stopped"
        async with engine_at(tmp_path) as engine:
            await engine.journal.change(many(1000))
            driver = await revive(engine, LISTENING)
            task = asyncio.ensure_future(engine.drive(driver))
            await engine.journal.change(many(1500))
            await post(engine, 1, "steer", "stop")
            assert await asyncio.wait_for(task, 60) == "finished"
            heard = Counter(int(text) for text in driver.record.said if text.isdigit())
            assert heard == Counter(range(2000))
            assert inbox.addressed(engine.journal) == set()

    asyncio.run(go())


def test_a_signal_that_the_state_does_not_take_is_refused_with_a_reason(tmp_path: Path) -> None:
    """And so is an unknown word, and one whose text will not do; the run goes on."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await asyncio.sleep(0.3)
        return Went()

    flow = small(working, signals=[Signal("steer", Steered)])

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            words = [("resume", ""), ("nonsense", ""), ("steer", " ")]
            numbers = [await post(engine, 1, *word) for word in words]
            assert await engine.drive(driver) == "finished"
            outcomes = [inbox.outcome(engine.journal, number) or "" for number in numbers]
            assert "WORKING does not take it" in outcomes[0]
            assert "takes no 'nonsense'" in outcomes[1]
            assert "needs a text" in outcomes[2]
            notes = [decode(row.body, Note).text for row in engine.journal.rows(1) if row.name == "refused"]
            assert notes == outcomes

    asyncio.run(go())


def test_a_signal_needs_a_text_exactly_if_its_event_does() -> None:
    """A sentence instead of a TypeError."""
    with pytest.raises(InputError, match="needs a text"):
        Signal("steer", Steered).build(" ")

    class Plain:
        pass

    with pytest.raises(InputError, match="takes no text"):
        Signal("go", Plain).build("x")


def test_a_signal_is_not_lost_when_the_disk_refuses_its_row(tmp_path: Path) -> None:
    """The row was not written, so the signal still waits, and the next driver takes it."""

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(LISTENING, Given())
            await post(engine, 1, "steer", "stop")
            driver.run_writer._pen.broken = StorageError("full")
            with pytest.raises(StorageError):
                await engine.drive(driver)
            again = await revive(engine, LISTENING)
            assert await asyncio.wait_for(engine.drive(again), 10) == "finished"

    asyncio.run(go())


def test_until_gives_what_arrived_before_a_restart(tmp_path: Path) -> None:
    """An event that came once is there for every later asking."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        first = await ctx.until(Steered)
        await ctx.emit(Said("heard"))
        if record.input.text == "hang" and len(record.said) < 3:
            await asyncio.Event().wait()
        return Went(first.text)

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given("hang"))
            task = asyncio.ensure_future(engine.drive(driver))
            await asyncio.sleep(0.05)
            await post(engine, 1, "steer", "north")
            while len(driver.record.said) < 2:
                await asyncio.sleep(0.01)
            driver.stop()
            assert await task == "stopped"
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            await post(engine, 1, "steer", "south")
            assert await asyncio.wait_for(engine.drive(driver), 10) == "finished"
            assert driver.record.said == ["north", "heard", "south"]

    asyncio.run(go())
