"""The flow changed between a crash and the resume: it goes on where that is safe, else it names the row."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, engine_at, revive

from indagate.engine import Record, Signal
from indagate.engine.row import Note, decode
from indagate.errors import Mismatch
from indagate.flow import Context, Flow
from indagate.models import Role
from indagate.statechart import Chart, Final, Wait, Work
from indagate.tools import tool


@dataclass(frozen=True)
class Opened:
    pass


@dataclass(frozen=True)
class Closed:
    pass


def story(fields: dict[str, Any], **more: Any) -> Flow:
    """A flow whose step emits an event with these fields, then waits."""
    told = dataclass(frozen=True)(type("Told", (), {"__annotations__": {k: type(v) for k, v in fields.items()}}))

    @dataclass
    class Story(Record[Given]):
        told: list[Any] = field(default_factory=list)

        def fold(self, event: Any, stamp: Any) -> None:
            if isinstance(event, told):
                self.told.append(event)

    async def telling(record: Story, ctx: Context[Story]) -> Opened:
        await ctx.emit(told(**fields))
        return Opened()

    states = [Work("TELLING", {Opened: "WAITING"}), Wait("WAITING", {Closed: "END"}), Final("END")]
    settings: dict[str, Any] = {
        "chart": Chart("story", 1, "TELLING", states), "record": Story, "input": Given, "emits": [told],
        "steps": {"telling": telling}, "signals": [Signal("close", Closed)],
    }  # fmt: skip
    return Flow(**(settings | more))


async def tell(path: Path, flow: Flow) -> None:
    async with engine_at(path) as engine:
        assert await engine.drive(await engine.create(flow, Given())) == "waiting"


async def read(path: Path, flow: Flow, *, accept: bool = True) -> Any:
    async with engine_at(path) as engine:
        return (await revive(engine, flow, accept=accept)).record


def test_a_new_field_with_a_default_is_no_obstacle(tmp_path: Path) -> None:
    """What decodes goes on."""
    asyncio.run(tell(tmp_path, story({"a": 1})))
    assert asyncio.run(read(tmp_path, story({"a": 0}))).told[0].a == 1


def test_an_event_that_no_longer_decodes_is_refused_and_the_row_is_named(tmp_path: Path) -> None:
    """Without an upcaster; and the run is not taken over."""
    asyncio.run(tell(tmp_path, story({"a": 1})))
    with pytest.raises(Mismatch, match=r"row 1 of run STORY-.*Told does not decode") as caught:
        asyncio.run(read(tmp_path, story({"b": "text"})))
    assert "upcaster" in str(caught.value)
    assert asyncio.run(read(tmp_path, story({"a": 0}))).rev == 2


def test_an_upcaster_reads_what_an_older_version_wrote(tmp_path: Path) -> None:
    """Event by event."""
    asyncio.run(tell(tmp_path, story({"a": 1})))
    flow = story({"b": "text"}, upcasters={"Told": lambda old: {"b": str(old["a"])}})
    assert asyncio.run(read(tmp_path, flow)).told[0].b == "1"


def test_an_event_that_the_flow_no_longer_knows_is_refused_by_name(tmp_path: Path) -> None:
    """Removed from `emits`."""
    asyncio.run(tell(tmp_path, story({"a": 1})))
    with pytest.raises(Mismatch, match="no event Told"):
        asyncio.run(read(tmp_path, story({"a": 1}, emits=[])))


@pytest.mark.parametrize("change", ["state renamed", "edge removed", "input"])
def test_a_chart_or_input_that_does_not_fit_is_refused_and_the_row_is_named(tmp_path: Path, change: str) -> None:
    """A state that is gone, an edge that is gone, an input that is other."""
    flow = story({"a": 1})
    asyncio.run(tell(tmp_path, flow))
    more: dict[str, Any] = {}
    if change == "state renamed":
        states = [Work("TELLING", {Opened: "RESTING"}), Wait("RESTING", {Closed: "END"}), Final("END")]
        more["chart"] = Chart("story", 1, "TELLING", states)
    elif change == "edge removed":

        async def telling(record: Any, ctx: Any) -> Closed:
            return Closed()

        more["chart"] = Chart("story", 1, "TELLING", [Work("TELLING", {Closed: "END"}), Final("END")])
        more["steps"] = {"telling": telling}
    else:
        other = dataclass(frozen=True)(type("Given", (), {"__annotations__": {"number": int}}))
        more["input"] = other
    with pytest.raises(Mismatch, match=r"row [02]\b"):
        asyncio.run(read(tmp_path, story({"a": 1}, **more)))


def test_a_new_state_elsewhere_in_the_chart_is_no_obstacle(tmp_path: Path) -> None:
    """Everything decodes and its states exist."""
    asyncio.run(tell(tmp_path, story({"a": 1})))
    states = [
        Work("TELLING", {Opened: "WAITING"}), Wait("WAITING", {Closed: "RESTING"}), Wait("RESTING", {Opened: "END"}),
        Final("END"),
    ]  # fmt: skip
    record = asyncio.run(read(tmp_path, story({"a": 1}, chart=Chart("story", 1, "TELLING", states))))
    assert record.state == "WAITING"


def test_a_fold_that_breaks_names_the_row(tmp_path: Path) -> None:
    """A mistake in the flow's own fold is told with the row at which it shows."""
    asyncio.run(tell(tmp_path, story({"a": 1})))

    @dataclass
    class Bad(Record[Given]):
        def fold(self, event: Any, stamp: Any) -> None:
            raise KeyError("missing")

    with pytest.raises(Mismatch, match=r"row 1 .*cannot be folded: KeyError"):
        asyncio.run(read(tmp_path, story({"a": 1}, record=Bad)))


@tool
async def echo(text: str) -> str:
    return text


async def tell_twice(path: Path, arguments: tuple[str, str], rules: tuple[Any, Any]) -> tuple[list[str], list[str]]:
    answers: list[str] = []

    def flow(argument: str, rule: Any, fail: bool) -> Flow:
        async def telling(record: Any, ctx: Context[Any]) -> Opened:
            answers.append(await ctx.call(echo, argument))
            answers.append(await ctx.ask(Role("judge", output=str, rule=rule), argument))
            if fail:
                await asyncio.Event().wait()
            return Opened()

        return story({"a": 1}, steps={"telling": telling})

    async with engine_at(path) as engine:
        driver = await engine.create(flow(arguments[0], rules[0], True), Given())
        task = asyncio.ensure_future(engine.drive(driver))
        while len(answers) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)
        driver.stop()
        await task
    async with engine_at(path) as engine:
        driver = await revive(engine, flow(arguments[1], rules[1], False), accept=True)
        await engine.drive(driver)
        notes = [decode(row.body, Note).text for row in engine.journal.rows(1) if row.kind == "note"]
    return answers, notes


def test_a_role_that_is_asked_otherwise_answers_from_the_journal_and_a_note_says_so(tmp_path: Path) -> None:
    """An answer is never paid twice because its prompt reads otherwise now; a tool's call is another call."""
    answers, notes = asyncio.run(tell_twice(tmp_path, ("old", "new"), (str.upper, str.upper)))
    assert answers == ["old", "OLD", "new", "OLD"]
    assert [note.partition(" reads")[0] for note in notes if "reads otherwise" in note] == ["ask judge"]
    assert any("echo was completed, is not asked for any more" in note for note in notes)


def test_a_changed_rule_answers_from_the_journal(tmp_path: Path) -> None:
    """The rule is another one now; the answer was given before."""
    answers, notes = asyncio.run(tell_twice(tmp_path, ("old", "old"), (str.upper, str.title)))
    assert answers == ["old", "OLD", "old", "OLD"]
    assert notes == []


def test_a_result_that_is_no_longer_of_its_declared_type_is_refused_by_row(tmp_path: Path) -> None:
    """A tool that returned a text is declared to return a number now."""

    @tool(name="echo")
    async def number(text: str) -> int:
        return 1

    def flow(which: Any, hang: bool) -> Flow:
        async def telling(record: Any, ctx: Context[Any]) -> Opened:
            await ctx.call(which, "old")
            if hang:
                await asyncio.Event().wait()
            return Opened()

        return story({"a": 1}, steps={"telling": telling})

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow(echo, True), Given())
            task = asyncio.ensure_future(engine.drive(driver))
            await asyncio.sleep(0.05)
            driver.stop()
            assert await task == "stopped"
        async with engine_at(tmp_path) as engine:
            with pytest.raises(Mismatch, match=r"row 1 of run .* a result of echo"):
                await engine.drive(await revive(engine, flow(number, False)))

    asyncio.run(go())
