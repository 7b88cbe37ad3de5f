"""Budgets are hard: reserved before, settled after, charged once."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from small_flow import Given, Story, Went, engine_at, revive, small

from indagate.budget import Amount, Budget
from indagate.engine.row import Start, decode
from indagate.errors import BudgetSpent, EffectFailed
from indagate.flow import Answerers, Context, Flow
from indagate.models import Role
from indagate.models.role import Answer
from indagate.tools import tool

CALLS: list[str] = []


@tool
async def work(what: str) -> str:
    CALLS.append(what)
    await asyncio.sleep(0.01)
    return what


@dataclass
class Paid:
    """A mind that costs 100 tokens at most, and really 30; asked by key, so that a repeat can be told."""

    name: str = "paid"
    reserve: Amount = Amount(tokens=100, dollars=0.1, calls=1)
    pause: float = 0.0

    async def answer(self, role: Role[Any, Any], question: Any, once: str) -> Answer[Any]:
        CALLS.append(once)
        await asyncio.sleep(self.pause)
        if question == "bad":
            failure = EffectFailed("no answer")
            failure.spent = Amount(tokens=7, calls=1)
            raise failure
        return Answer(str(question), self.name, Amount(tokens=30, dollars=0.01, calls=1))


ROLE: Role[str, str] = Role("sage", output=str, rule=str)


def asking(count: int) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        answered = 0

        async def one(item: int) -> None:
            nonlocal answered
            await ctx.ask(ROLE, str(item))
            answered += 1

        try:
            await ctx.each(range(count), one, key=str)
        except BudgetSpent as error:
            return Went(f"{answered} {error.message}")
        return Went(f"{answered}")

    return working


def run(path: Path, flow: Flow, budget: Budget, mind: Any) -> Any:
    async def go() -> Any:
        async with engine_at(path) as engine:
            engine._make_context = lambda driver, visit: Context(driver, visit, Answerers(mind))
            driver = await engine.create(flow, Given(), budget=budget)
            await engine.drive(driver)
            return driver, engine.read(engine.journal.by_id(1), flow)

    return asyncio.run(go())


def test_parallel_questions_never_reserve_beyond_the_budget_and_use_what_is_released(tmp_path: Path) -> None:
    """Twenty at once, room for two reservations: they wait for settlements, and stop before the limit."""
    CALLS.clear()
    driver, replayed = run(tmp_path, small(asking(20)), Budget(tokens=250), Paid())
    answered = int(driver.record.result.split()[0])
    assert answered == 6  # 5 × 30 spent leave 100 for a sixth, 180 do not
    assert "of 250 tokens" in driver.record.result
    assert driver.ledger.spent.tokens == 180 == replayed.spent.tokens
    assert not driver.ledger.reserved
    assert driver.ledger.pending == 0


def test_a_failure_is_charged_at_what_it_says_or_at_its_reservation(tmp_path: Path) -> None:
    """One mind tells what a failed answer cost; a tool does not."""

    @tool
    async def fails(what: str) -> str:
        raise KeyError(what)

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for effect in (lambda: ctx.ask(ROLE, "bad"), lambda: ctx.call(fails, "x")):
            try:
                await effect()
            except EffectFailed:
                continue
        return Went()

    driver, replayed = run(tmp_path, small(working), Budget(), Paid())
    assert driver.ledger.spent == replayed.spent == Amount(tokens=7, calls=2)


def test_a_question_that_is_cancelled_is_charged_at_its_reservation(tmp_path: Path) -> None:
    """It may have cost all of that: the failure of one stops the others, whose answers are never seen."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(item: str) -> None:
            await ctx.ask(ROLE, item)

        try:
            await ctx.each(["slow", "slower", "bad"], one, key=str)
        except EffectFailed:
            return Went("one failed")
        return Went()

    @dataclass
    class Uneven(Paid):
        async def answer(self, role: Role[Any, Any], question: Any, once: str) -> Answer[Any]:
            self.pause = 0.05 if question == "bad" else 30
            return await super().answer(role, question, once)

    driver, replayed = run(tmp_path, small(working), Budget(tokens=1000), Uneven())
    assert driver.record.result == "one failed"
    assert driver.ledger.spent == replayed.spent == Amount(tokens=207, dollars=0.2, calls=3)
    assert not driver.ledger.reserved
    assert driver.ledger.pending == 0


def test_a_call_that_is_cut_off_is_charged_in_the_journal_too(tmp_path: Path) -> None:
    """A tool that only reads has no row at its start; what it may have cost stays charged after a restart."""

    @tool
    async def look(item: str) -> str:
        await asyncio.sleep(0.05 if item == "bad" else 60)
        raise EffectFailed("there is nothing")

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            await ctx.each(["slow", "slower", "bad"], lambda item: ctx.call(look, item), key=str)
        except EffectFailed:
            return Went("one failed")
        return Went()

    driver, replayed = run(tmp_path, small(working), Budget(calls=9), Paid())
    assert driver.record.result == "one failed"
    assert driver.ledger.spent == replayed.spent == Amount(calls=3)


def test_an_offline_rule_still_answers_when_the_budget_is_gone(tmp_path: Path) -> None:
    """What costs nothing is never refused, so that a report can always be written."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            while True:
                await ctx.call(work, "again")
        except BudgetSpent:
            return Went(await ctx.ask(ROLE, "the end"))

    CALLS.clear()
    from indagate.models import RuleAnswerer

    driver, _ = run(tmp_path, small(working), Budget(calls=3), RuleAnswerer())
    assert driver.record.result == "the end"
    assert len(CALLS) == 3


def test_an_orphaned_reservation_is_charged_once_and_the_repeat_has_the_same_key(tmp_path: Path) -> None:
    """A crash while a question is out: charged at its reservation until the repeat settles it."""
    CALLS.clear()
    flow = small(asking(1))

    async def crash() -> None:
        engine = await engine_at(tmp_path).__aenter__()
        engine._make_context = lambda driver, visit: Context(driver, visit, Answerers(Paid(pause=30)))
        driver = await engine.create(flow, Given(), budget=Budget(tokens=250))
        task = asyncio.ensure_future(engine.drive(driver))
        while not CALLS:
            await asyncio.sleep(0.01)
        driver.run_writer.die(RuntimeError("crash"))
        await asyncio.gather(task, return_exceptions=True)
        await engine.journal.change(lambda c: c.execute("UPDATE runs SET owner = NULL"))
        engine.journal.close()

    async def then() -> None:
        async with engine_at(tmp_path) as engine:
            engine._make_context = lambda driver, visit: Context(driver, visit, Answerers(Paid()))
            driver = await revive(engine, flow)
            assert driver.ledger.spent == Amount(tokens=100, dollars=0.1, calls=1)
            assert await engine.drive(driver) == "finished"
            starts = [decode(row.body, Start) for row in engine.journal.rows(1) if row.kind == "start"]
            assert len({start.once for start in starts}) == 1
            replayed = engine.read(engine.journal.by_id(1), flow)
            assert replayed.spent == driver.ledger.spent
            assert replayed.spent.tokens == 130

    asyncio.run(crash())
    asyncio.run(then())
    assert len(CALLS) == 2
    assert CALLS[0] == CALLS[1]


def test_wall_time_is_a_budget(tmp_path: Path) -> None:
    """When the seconds are used up, what costs is refused at once."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            while True:
                await ctx.call(work, "again")
        except BudgetSpent as error:
            return Went(error.message)

    driver, _ = run(tmp_path, small(working), Budget(seconds=0.2), Paid())
    assert "seconds" in driver.record.result
    assert driver.ledger.turning


@tool(writes=True)
async def send(what: str) -> str:
    await asyncio.sleep(0.6)
    CALLS.append(what)
    return what


def test_a_question_in_flight_ends_with_the_budgets_seconds(tmp_path: Path) -> None:
    """A model that takes a minute does not hold a budget of less up; what it may have cost is charged, also later."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            return Went(await ctx.ask(ROLE, "slow"))
        except BudgetSpent as error:
            return Went(error.message)

    began = time.monotonic()
    driver, replayed = run(tmp_path, small(working), Budget(seconds=0.5), Paid(pause=60))
    assert time.monotonic() - began < 20
    assert "seconds" in driver.record.result
    assert driver.ledger.spent == replayed.spent == Amount(tokens=100, dollars=0.1, calls=1)


def test_a_shared_call_in_flight_ends_with_the_budgets_seconds_and_one_that_writes_is_finished(tmp_path: Path) -> None:
    """What wrote is in the journal, so that it is not done again; nothing more begins."""
    CALLS.clear()

    @tool(shared=True)
    async def look(what: str) -> str:
        await asyncio.sleep(60)
        return what

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async def one(item: str) -> str:
            try:
                return await (ctx.call(send, item) if item == "letter" else ctx.call(look, item))
            except BudgetSpent as error:
                return error.message

        told = await ctx.each(["letter", "page"], one, key=str)
        try:
            await ctx.call(send, "another")
        except BudgetSpent:
            return Went("; ".join(told))
        return Went("no limit held")

    driver, replayed = run(tmp_path, small(working), Budget(seconds=0.4), Paid())
    assert driver.record.result == "letter; the budget's seconds ended during look"
    assert driver.ledger.spent == replayed.spent == Amount(calls=2)
    assert CALLS == ["letter"]


def test_a_second_request_for_one_question_needs_room_of_its_own(tmp_path: Path) -> None:
    """Of two questions at once in a budget of three calls, one may be asked a second time."""
    from indagate.models.room import fits

    @dataclass
    class Twice(Paid):
        async def answer(self, role: Role[Any, Any], question: Any, once: str) -> Answer[Any]:
            await asyncio.sleep(0.05)
            more = fits(Amount(calls=2))
            await asyncio.sleep(0.05)
            return Answer("twice" if more else "once", self.name, Amount(calls=2 if more else 1))

    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Went(" ".join(sorted(await ctx.each("ab", lambda item: ctx.ask(ROLE, item), key=str))))

    driver, _ = run(tmp_path, small(working), Budget(calls=3), Twice(reserve=Amount(calls=1)))
    assert driver.record.result == "once twice"
    assert (driver.ledger.spent.calls, driver.ledger.reserved) == (3, Amount())
