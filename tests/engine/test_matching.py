"""A step that begins again finds what it had completed by what it asks for, not by the order in which it asks."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Said, Story, Went, engine_at, post, revive, small

from indagate.engine.row import Note, decode
from indagate.errors import Diverged, EffectFailed
from indagate.flow import Context
from indagate.models import Role
from indagate.tools import tool

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def nothing_called() -> None:
    CALLS.clear()


@tool
async def price(item: str) -> str:
    CALLS.append(item)
    return f"the price of {item}"


def quote(item: str) -> str:
    CALLS.append(f"ask {item}")
    return f"the quote for {item}"


CLERK: Role[str, str] = Role("clerk", output=str, rule=quote)

SHOP = """
import asyncio, os, signal
from dataclasses import dataclass, field
from indagate import Chart, Context, Final, Flow, Record, Work, tool

@dataclass(frozen=True)
class Priced:
    item: str
    price: int

@dataclass(frozen=True)
class Sold: ...

@dataclass
class Shop(Record[str]):
    prices: dict[str, int] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    def fold(self, event, stamp):
        if isinstance(event, Priced):
            self.prices[event.item] = event.price
            self.said.append(f"{event.item}={event.price}")

PRICES = {"apple": 1, "pear": 2, "plum": 3, "quince": 4, "medlar": 5, "cherry": 6}

@tool
async def look_up(item: str) -> int:
    with open(os.environ["SIDE"], "a") as file:
        file.write(item + "\\n")
    if len(open(os.environ["SIDE"]).readlines()) == int(os.environ.get("DIE", "0")):
        await asyncio.sleep(0.1)
        os.kill(os.getpid(), signal.SIGKILL)
    return PRICES[item]

async def selling(shop: Shop, ctx: Context[Shop]) -> Sold:
    for item in set(PRICES):
        await ctx.emit(Priced(item, await ctx.call(look_up, item)))
    return Sold()

FLOW = Flow(
    chart=Chart("shop", 1, "SELLING", [Work("SELLING", {Sold: "END"}), Final("END")]), record=Shop, input=str,
    steps={"selling": selling}, emits=[Priced], summary=lambda shop: " ".join(sorted(shop.said)),
)
"""


@pytest.mark.crash
@pytest.mark.parametrize("die", [2, 4, 6])
def test_a_step_over_a_set_gives_each_item_its_own_price_under_another_hash_seed(tmp_path: Path, die: int) -> None:
    """kill -9 in the middle, resumed with the set in another order: nothing completed is asked again or mixed up."""
    file, side = tmp_path / "shop.py", tmp_path / "side.txt"
    file.write_text(SHOP)

    def indagate(*words: str, seed: int, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "SIDE": str(side), **more}
        command = [sys.executable, "-m", "indagate", *words, "--home", str(tmp_path / "home"), "--quiet"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)

    assert indagate("run", f"{file}:FLOW", "x", seed=1, DIE=str(die)).returncode == -signal.SIGKILL
    ended = indagate("resume", "last", seed=2)
    assert ended.returncode == 0, ended.stderr
    assert "apple=1 cherry=6 medlar=5 pear=2 plum=3 quince=4\n" in ended.stdout
    asked = Counter(side.read_text().split())
    assert sum(asked.values()) == 7, "only the one in flight is asked again"


async def _killed_then(path: Path, first: Any, second: Any, *, accept: bool = False, word: str = "") -> Any:
    """Drive a flow until its step hangs, drop it, and go on with another form of its step."""
    async with engine_at(path) as engine:
        driver = await engine.create(first, Given())
        task = asyncio.ensure_future(engine.drive(driver))
        while not CALLS or CALLS[-1] != "hangs":
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.02)
        driver.stop()
        await task
    async with engine_at(path) as engine:
        if word:
            await post(engine, 1, "steer", word)
        driver = await revive(engine, second, accept=accept)
        try:
            await engine.drive(driver)
        finally:
            rows = list(engine.journal.rows(1))
        return driver.record, rows


async def _hang() -> None:
    CALLS.append("hangs")
    await asyncio.Event().wait()


def _asking(*items: str, hang: bool = False) -> Any:
    async def working(record: Story, ctx: Context[Story]) -> Went:
        found = [await ctx.call(price, item) for item in items]
        if hang:
            await _hang()
        return Went(", ".join(found))

    return small(working)


def test_a_completed_effect_that_nothing_claims_stops_the_run_with_the_place(tmp_path: Path) -> None:
    """Another item is asked for after the restart: what was paid for is not thrown away in silence."""
    with pytest.raises(Diverged, match=r"stops in WORKING: price \(row 1\) was completed and is not asked") as caught:
        asyncio.run(_killed_then(tmp_path, _asking("apple", hang=True), _asking("pear")))
    assert caught.value.hint
    assert "--accept-differences" in caught.value.hint

    async def look() -> None:
        async with engine_at(tmp_path) as engine:
            assert engine.journal.stands(1) == "WORKING"
            assert engine.journal.by_id(1).owner is None
            driver = await revive(engine, _asking("pear"), accept=True)
            assert await engine.drive(driver) == "finished"
            assert driver.record.result == "the price of pear"
            notes = [decode(row.body, Note).text for row in engine.journal.rows(1) if row.name == "differs"]
            assert notes == ["price was completed, is not asked for any more, and was let go"]

    asyncio.run(look())
    assert CALLS == ["apple", "hangs", "pear"], "what the step newly did is not repeated"


def test_the_same_asked_several_times_is_matched_by_order_among_those(tmp_path: Path) -> None:
    """Three equal calls, two of them completed: one more."""

    @tool
    async def roll(sides: int) -> int:
        CALLS.append(str(sides))
        return len(CALLS)

    def rolling(times: int, hang: bool = False) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            found = [await ctx.call(roll, 6) for _ in range(times)]
            if hang:
                await _hang()
            return Went(str(found))

        return small(working)

    record, _ = asyncio.run(_killed_then(tmp_path, rolling(2, hang=True), rolling(3)))
    assert record.result == "[1, 2, 4]"


def test_a_role_asked_once_in_its_scope_is_not_paid_twice_for_another_wording(tmp_path: Path) -> None:
    """By place, with a note; two in one scope are told apart by what they were asked only."""

    def clerk(*words: str, hang: bool = False) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            async def one(number: int) -> str:
                return await ctx.ask(CLERK, words[number])

            found = await ctx.each(range(len(words)), one, key=str)
            if hang:
                await _hang()
            return Went(", ".join(found))

        return small(working)

    record, rows = asyncio.run(_killed_then(tmp_path, clerk("a at noon", "b", hang=True), clerk("a at one", "b")))
    assert record.result == "the quote for a at noon, the quote for b"
    assert CALLS == ["ask a at noon", "ask b", "hangs"]
    assert len([row for row in rows if row.name == "differs"]) == 1


def test_an_answer_taken_by_place_that_turns_out_to_be_anothers_stops_the_run(tmp_path: Path) -> None:
    """Two questions to one role in one scope, in another order after the restart."""

    def clerk(*words: str, hang: bool = False) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            found = []
            for word in words:
                found.append(await ctx.ask(CLERK, word))
                if hang:
                    await _hang()
            return Went(", ".join(found))

        return small(working)

    with pytest.raises(Diverged, match="was taken for one that reads otherwise"):
        asyncio.run(_killed_then(tmp_path, clerk("a", "b", hang=True), clerk("b", "a")))


def test_what_the_record_shows_to_be_done_need_not_be_asked_for_again(tmp_path: Path) -> None:
    """A step that goes on from its record skips what its own emission told."""

    def telling(hang: bool) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            for item in ("a", "b"):
                if item not in record.said:
                    await ctx.call(price, item)
                    record = await ctx.emit(Said(item))
                if hang:
                    await _hang()
            return Went(",".join(record.said))

        return small(working)

    record, _ = asyncio.run(_killed_then(tmp_path, telling(True), telling(False)))
    assert record.result == "a,b"
    assert CALLS == ["a", "hangs", "b"]


def test_another_way_after_a_mended_failure_is_no_difference(tmp_path: Path) -> None:
    """The substitute of what failed is not asked for when that delivers at the second attempt."""

    @tool
    async def fragile(what: str) -> str:
        CALLS.append(what)
        if CALLS.count(what) == 1:
            raise EffectFailed("not now")
        return what

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            found = await ctx.call(fragile, "first choice")
        except EffectFailed:
            found = await ctx.call(price, "second choice")
        if CALLS.count("first choice") == 1:
            raise EffectFailed("and now this")
        return Went(found)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(working), Given())
            assert await engine.drive(driver) == "waiting"
            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "finished"
            assert driver.record.result == "first choice"

    asyncio.run(go())


def test_what_a_person_said_meanwhile_may_change_what_a_step_asks_for(tmp_path: Path) -> None:
    """A signal between the crash and the restart: fewer items, and no complaint."""

    def steered(hang: bool) -> Any:
        async def working(record: Story, ctx: Context[Story]) -> Went:
            for item in ("a", "b"):
                if item not in record.said:
                    async with ctx.scope(item):
                        await ctx.call(price, item)
            if hang:
                await _hang()
            return Went("done")

        return small(working)

    record, _ = asyncio.run(_killed_then(tmp_path, steered(True), steered(False), word="a"))
    assert record.result == "done"


def test_calls_for_different_things_may_run_at_once_in_one_scope(tmp_path: Path) -> None:
    """Their arguments tell them apart."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Went(",".join(await asyncio.gather(*(ctx.call(price, item) for item in "abc"))))

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(working), Given())
            assert await engine.drive(driver) == "finished"
            assert driver.record.result.count("the price of") == 3

    asyncio.run(go())
