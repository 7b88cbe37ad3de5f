"""Budgets are hard: reserved before, settled after, charged once."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from small_flow import Given, Story, Went, engine_at, revive, small

from indagate.budget import Amount, Budget
from indagate.engine.row import Start, decode
from indagate.errors import BudgetSpent, EffectFailed
from indagate.lab import Flow, Lab, Minds
from indagate.minds import Role
from indagate.minds.role import Answer
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


ROLE: Role[str, str] = Role("sage", output=str, offline=str)


def asking(count: int) -> Any:
    async def working(record: Story, lab: Lab[Story]) -> Went:
        answered = 0

        async def one(item: int) -> None:
            nonlocal answered
            await lab.ask(ROLE, str(item))
            answered += 1

        try:
            await lab.each(range(count), one, key=str)
        except BudgetSpent as error:
            return Went(f"{answered} {error.message}")
        return Went(f"{answered}")

    return working


def run(path: Path, flow: Flow, budget: Budget, mind: Any) -> Any:
    async def go() -> Any:
        async with engine_at(path) as engine:
            engine._make_lab = lambda driver, visit: Lab(driver, visit, Minds(mind))
            driver = await engine.create(flow, Given(), budget=budget)
            await engine.drive(driver)
            return driver, engine.read(engine.journal.by_id(1), flow)

    return asyncio.run(go())


def test_parallel_questions_never_reserve_beyond_the_budget_and_use_what_is_released(tmp_path: Path) -> None:
    """Twenty at once, room for two reservations: they wait for settlements, and stop before the limit."""
    CALLS.clear()
    driver, past = run(tmp_path, small(asking(20)), Budget(tokens=250), Paid())
    answered = int(driver.record.result.split()[0])
    assert answered == 6  # 5 × 30 spent leave 100 for a sixth, 180 do not
    assert "of 250 tokens" in driver.record.result
    assert driver.ledger.spent.tokens == 180 == past.spent.tokens
    assert not driver.ledger.reserved
    assert driver.ledger.pending == 0


def test_a_failure_is_charged_at_what_it_says_or_at_its_reservation(tmp_path: Path) -> None:
    """One mind tells what a failed answer cost; a tool does not."""

    @tool
    async def fails(what: str) -> str:
        raise KeyError(what)

    async def working(record: Story, lab: Lab[Story]) -> Went:
        for effect in (lambda: lab.ask(ROLE, "bad"), lambda: lab.call(fails, "x")):
            try:
                await effect()
            except EffectFailed:
                continue
        return Went()

    driver, past = run(tmp_path, small(working), Budget(), Paid())
    assert driver.ledger.spent == past.spent == Amount(tokens=7, calls=2)


def test_a_question_that_is_cancelled_is_charged_at_its_reservation(tmp_path: Path) -> None:
    """It may have cost all of that: the failure of one stops the others, whose answers are never seen."""

    async def working(record: Story, lab: Lab[Story]) -> Went:
        async def one(item: str) -> None:
            await lab.ask(ROLE, item)

        try:
            await lab.each(["slow", "slower", "bad"], one, key=str)
        except EffectFailed:
            return Went("one failed")
        return Went()

    @dataclass
    class Uneven(Paid):
        async def answer(self, role: Role[Any, Any], question: Any, once: str) -> Answer[Any]:
            self.pause = 0.05 if question == "bad" else 30
            return await super().answer(role, question, once)

    driver, past = run(tmp_path, small(working), Budget(tokens=1000), Uneven())
    assert driver.record.result == "one failed"
    assert driver.ledger.spent == past.spent == Amount(tokens=207, dollars=0.2, calls=3)
    assert not driver.ledger.reserved
    assert driver.ledger.pending == 0


def test_an_offline_rule_still_answers_when_the_budget_is_gone(tmp_path: Path) -> None:
    """What costs nothing is never refused, so that a report can always be written."""

    async def working(record: Story, lab: Lab[Story]) -> Went:
        try:
            while True:
                await lab.call(work, "again")
        except BudgetSpent:
            return Went(await lab.ask(ROLE, "the end"))

    CALLS.clear()
    from indagate.minds import OfflineMind

    driver, _ = run(tmp_path, small(working), Budget(calls=3), OfflineMind())
    assert driver.record.result == "the end"
    assert len(CALLS) == 3


def test_an_orphaned_reservation_is_charged_once_and_the_repeat_has_the_same_key(tmp_path: Path) -> None:
    """A crash while a question is out: charged at its reservation until the repeat settles it."""
    CALLS.clear()
    flow = small(asking(1))

    async def crash() -> None:
        engine = await engine_at(tmp_path).__aenter__()
        engine._make_lab = lambda driver, visit: Lab(driver, visit, Minds(Paid(pause=30)))
        driver = await engine.create(flow, Given(), budget=Budget(tokens=250))
        task = asyncio.ensure_future(engine.drive(driver))
        while not CALLS:
            await asyncio.sleep(0.01)
        driver.scribe.die(RuntimeError("crash"))
        await asyncio.gather(task, return_exceptions=True)
        await engine.journal.change(lambda c: c.execute("UPDATE runs SET owner = NULL"))
        engine.journal.close()

    async def then() -> None:
        async with engine_at(tmp_path) as engine:
            engine._make_lab = lambda driver, visit: Lab(driver, visit, Minds(Paid()))
            driver = await revive(engine, flow)
            assert driver.ledger.spent == Amount(tokens=100, dollars=0.1, calls=1)
            assert await engine.drive(driver) == "finished"
            starts = [decode(row.body, Start) for row in engine.journal.rows(1) if row.kind == "start"]
            assert len({start.once for start in starts}) == 1
            past = engine.read(engine.journal.by_id(1), flow)
            assert past.spent == driver.ledger.spent
            assert past.spent.tokens == 130

    asyncio.run(crash())
    asyncio.run(then())
    assert len(CALLS) == 2
    assert CALLS[0] == CALLS[1]


def test_wall_time_is_a_budget(tmp_path: Path) -> None:
    """When the seconds are used up, what costs is refused at once."""

    async def working(record: Story, lab: Lab[Story]) -> Went:
        try:
            while True:
                await lab.call(work, "again")
        except BudgetSpent as error:
            return Went(error.message)

    driver, _ = run(tmp_path, small(working), Budget(seconds=0.2), Paid())
    assert "seconds" in driver.record.result
    assert driver.ledger.turning
