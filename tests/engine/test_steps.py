"""Steps that fail, take too long, are aborted, paused or stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from small_flow import Given, Said, Story, Went, engine_at, post, revive, small

from indagate.engine import Broke, Resumed
from indagate.engine.row import Fail, Note, decode
from indagate.errors import Ambiguous, ChartError, EffectFailed, LeaseHeld, LeaseLost
from indagate.flow import Context, Flow
from indagate.statechart import HISTORY, Chart, Final, Join, Wait, Work
from indagate.tools import tool

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def nothing_called() -> None:
    CALLS.clear()


@tool
async def work(what: str, seconds: float = 0.0) -> str:
    CALLS.append(what)
    await asyncio.sleep(seconds)
    CALLS.append(f"{what} done")
    return what


@tool(writes=True)
async def write(what: str, seconds: float = 0.0) -> str:
    CALLS.append(what)
    await asyncio.sleep(seconds)
    CALLS.append(f"{what} done")
    return what


@tool
async def fragile(what: str) -> str:
    CALLS.append(what)
    if CALLS.count(what) == 1:
        raise EffectFailed(f"{what} failed")
    return what


@tool(shared=True)
async def shared(what: str) -> str:
    CALLS.append(what)
    await asyncio.sleep(0.02)
    return what


def drive(path: Path, flow: Any, given: str = "") -> Any:
    """Create a run and drive it; return status, record, rows."""

    async def go() -> Any:
        async with engine_at(path) as engine:
            driver = await engine.create(flow, Given(given))
            status = await engine.drive(driver)
            return status, driver.record, list(engine.journal.rows(driver.run_writer.run.id))

    return asyncio.run(go())


def test_a_step_that_fails_leads_to_error_and_a_resume_restarts_the_same_visit(tmp_path: Path) -> None:
    """ERROR, then HISTORY: what was completed answers from the journal, what failed is tried again."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.call(work, "first")
        await ctx.emit(Said("once"))
        return Went(await ctx.call(fragile, "second"))

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            assert await engine.drive(driver) == "waiting"
            assert driver.record.state == "ERROR"
            broke = driver.run_writer.replayed.latest[Broke]
            assert (broke.reason, broke.error, broke.state) == ("second failed", "EffectFailed", "WORKING")
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "finished"
            assert driver.record.result == "second"
            assert driver.record.said == ["once"]
            tokens = [row.key for row in engine.journal.rows(1) if row.kind == "move"]
            assert tokens == ["0", "1", "0"]

    asyncio.run(go())
    assert CALLS == ["first", "first done", "second", "second"]


def test_an_unforeseen_exception_becomes_an_event_and_leaves_its_traceback(tmp_path: Path) -> None:
    """Of whatever kind, a built-in TimeoutError and an inner cancellation included."""
    for number, raised in enumerate((KeyError("x"), TimeoutError("slow socket"), asyncio.CancelledError())):

        async def working(record: Story, ctx: Context[Story], raised: Any = raised) -> Went:
            raise raised

        status, record, rows = drive(tmp_path / str(number), small(working))
        assert (status, record.state) == ("waiting", "ERROR")
        traces = [row for row in rows if row.name == "traceback"]
        assert len(traces) == (0 if number == 2 else 1)


def test_without_a_way_to_error_the_exception_is_raised(tmp_path: Path) -> None:
    """The chart takes no Broke."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        raise KeyError("x")

    with pytest.raises(KeyError):
        drive(tmp_path, small(working, broke=False))


def test_an_event_that_would_make_the_run_unreadable_is_never_written(tmp_path: Path) -> None:
    """Undeclared, or with fields that are not of their types: the step fails, the journal stays readable."""

    class Other:
        pass

    for number, event in enumerate((Other(), Said(5))):  # type: ignore[arg-type]

        async def working(record: Story, ctx: Context[Story], event: Any = event) -> Went:
            await ctx.emit(event)
            return Went()

        status, record, rows = drive(tmp_path / str(number), small(working))
        assert (status, record.state) == ("waiting", "ERROR")
        assert not [row for row in rows if row.kind == "emit"]


def test_a_fold_that_breaks_ends_the_drive_and_not_the_others(tmp_path: Path) -> None:
    """Two runs in one commit; one record cannot take its event in."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.emit(Said(record.input.text))
        return Went("fine")

    class Picky(Story):
        def fold(self, event: Any, stamp: Any) -> None:
            if isinstance(event, Said) and event.text == "bad":
                raise ValueError("cannot take this in")
            super().fold(event, stamp)

    flow = small(working, record=Picky)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            drivers = [await engine.create(flow, Given(text)) for text in ("good", "bad", "good")]
            results = await asyncio.gather(*map(engine.drive, drivers), return_exceptions=True)
            assert results[0] == results[2] == "finished"
            assert isinstance(results[1], ValueError)

    asyncio.run(go())


def test_a_state_takes_no_longer_than_its_timeout(tmp_path: Path) -> None:
    """The step is cancelled, and so is what it was doing."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Went(await ctx.call(work, "long", 30))

    began = time.monotonic()
    status, record, rows = drive(tmp_path, small(working, timeout=0.2))
    assert (status, record.state) == ("waiting", "ERROR")
    assert time.monotonic() - began < 5
    assert CALLS == ["long"]
    assert b"WORKING took longer than its 0.2 seconds" in rows[-1].body


def test_an_abort_ends_the_run_while_effects_are_in_flight(tmp_path: Path) -> None:
    """The steps are cancelled; the started row stays as an orphan, which is charged."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.each(range(4), lambda item: ctx.call(write, str(item), 30), key=str)
        return Went()

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(small(working), Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while len(CALLS) < 4:
                await asyncio.sleep(0.01)
            await post(engine, 1, "abort")
            assert await asyncio.wait_for(task, 5) == "finished"
            assert driver.record.state == "ABORTED"
            kinds = [row.kind for row in engine.journal.rows(1)]
            assert kinds == ["born", *["start"] * 4, "move"]
            assert driver.ledger.spent.calls == 4
            assert not driver.ledger.reserved
            assert engine.read(engine.journal.by_id(1), small(working)).spent.calls == 4

    asyncio.run(go())


@pytest.mark.parametrize("how", ["stop", "cancel", "engine", "exit"])
def test_a_stop_is_graceful_what_is_in_flight_is_journaled_and_never_repeated(tmp_path: Path, how: str) -> None:
    """`stop()`, a cancelled drive (what Ctrl-C does), stopping the engine, leaving the engine."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        await ctx.each(range(3), lambda item: ctx.call(write, str(item), 0.2), key=str)
        return Went(await ctx.call(work, "after"))

    flow = small(working)

    async def stopping() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while len(CALLS) < 3:
                await asyncio.sleep(0.01)
            if how == "stop":
                driver.stop()
            elif how == "cancel":
                task.cancel()
            elif how == "engine":
                await engine.stop()
            if how != "exit":
                (result,) = await asyncio.gather(task, return_exceptions=True)
                assert isinstance(result, asyncio.CancelledError) if how == "cancel" else result == "stopped"
        assert [call for call in CALLS if call.endswith("done")] == ["0 done", "1 done", "2 done"]

    async def resuming() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            assert await engine.drive(driver) == "finished"

    asyncio.run(stopping())
    before = len(CALLS)
    asyncio.run(resuming())
    assert CALLS[before:] == ["after", "after done"]


@pytest.mark.crash
def test_ctrl_c_journals_what_is_in_flight(nursery: Any, tmp_path: Path) -> None:
    """SIGINT to a real process: it ends by itself, and the journal has what was under way.

    The process stops itself at a row in the midst of its calls, so that the signal meets it there on any machine.
    """
    from flows_for_tests import traced, wait_for
    from test_kill import completed, rows_of
    from test_overtaking import stopped

    process = nursery.drive(tmp_path, kill=["row", 100], env={}, items=40, sleep=True)
    wait_for(lambda: stopped(process.pid))
    process.send(signal.SIGINT)
    process.send(signal.SIGCONT)
    answer = process.join()
    assert "KeyboardInterrupt" in answer.get("message", ""), answer
    rows = rows_of(tmp_path)
    done = completed(rows)
    assert done
    assert set(traced(tmp_path / "side.txt")) <= done | {"append 100", "look 100"}


def test_pause_and_resume(tmp_path: Path) -> None:
    """A paused run says so, and waking it clears the flag."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for index in range(50):
            await ctx.call(work, str(index), 0.01)
        return Went("all")

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            await asyncio.sleep(0.1)
            await post(engine, 1, "pause")
            assert await task == "paused"
            run = engine.journal.by_id(1)
            assert run.paused
            assert run.owner is None
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            assert not engine.journal.by_id(1).paused
            assert await engine.drive(driver) == "finished"

    asyncio.run(go())
    assert all(CALLS.count(str(index)) == 1 for index in range(50))


def test_a_paused_run_is_driven_on_where_it_was_left_unless_another_driver_came(tmp_path: Path) -> None:
    """Its lease is taken again; after somebody else went on with it, it has to be resumed anew."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        for index in range(12):
            await ctx.call(work, str(index), 0.05)
        return Went("all")

    flow = small(working)

    async def paused(engine: Any, driver: Any) -> None:
        task = asyncio.ensure_future(engine.drive(driver))
        await asyncio.sleep(0.1)
        assert engine.journal.by_id(1).owner is not None
        assert not engine.journal.by_id(1).paused
        await post(engine, 1, "pause")
        assert await task == "paused"

    async def go() -> None:
        async with engine_at(tmp_path) as engine, engine_at(tmp_path) as other:
            driver = await engine.create(flow, Given())
            await paused(engine, driver)
            await paused(engine, driver)
            held = await revive(other, flow)
            with pytest.raises(LeaseHeld):
                await engine.drive(driver)
            await other.leave(held)
            with pytest.raises(LeaseLost):
                await engine.drive(driver)
            assert engine.journal.by_id(1).owner is None
            assert await engine.drive(await revive(engine, flow)) == "finished"

    asyncio.run(go())
    assert all(CALLS.count(f"{index} done") == 1 for index in range(12))


def test_identical_plain_calls_at_once_are_ambiguous_and_shared_ones_are_made_once(tmp_path: Path) -> None:
    """Three at a time: an error for a plain tool, one real call for a shared one."""

    async def ambiguous(record: Story, ctx: Context[Story]) -> Went:
        with pytest.raises(Ambiguous, match="could not be told apart"):
            await asyncio.gather(*(ctx.call(work, "same") for _ in range(3)))
        return Went()

    async def single(record: Story, ctx: Context[Story]) -> Went:
        return Went(",".join(await asyncio.gather(*(ctx.call(shared, "same") for _ in range(3)))))

    async def working(record: Story, ctx: Context[Story]) -> Went:
        if record.input.text == "plain":
            return await ambiguous(record, ctx)
        return await single(record, ctx)

    assert drive(tmp_path, small(working), "plain")[0] == "finished"
    CALLS.clear()
    status, record, rows = drive(tmp_path, small(working), "shared")
    assert (status, record.result) == ("finished", "same,same,same")
    assert CALLS == ["same"]
    assert [row.key.partition("/")[0] for row in rows if row.kind == "done"] == ["*"]


def test_a_shared_call_whose_askers_are_gone_ends_with_the_drive(tmp_path: Path) -> None:
    """Nothing is written after the run has ended."""

    @tool(shared=True)
    async def endless(what: str) -> str:
        await asyncio.sleep(30)
        return what

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            async with asyncio.timeout(0.05):
                await ctx.call(endless, "x")
        except TimeoutError:
            pass
        return Went("gave up")

    began = time.monotonic()
    status, _, rows = drive(tmp_path, small(working))
    assert status == "finished"
    assert time.monotonic() - began < 5
    assert [row.kind for row in rows] == ["born", "move"]


def test_an_emission_that_is_cut_off_is_still_in_the_record(tmp_path: Path) -> None:
    """The row is durable, so it is folded, though nobody waits for it any more."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        task = asyncio.ensure_future(ctx.emit(Said("cut off")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0.05)
        return Went(str(record.said))

    _, record, rows = drive(tmp_path, small(working))
    assert record.said == ["cut off"]
    assert [row.kind for row in rows] == ["born", "emit", "move"]


def test_a_mistake_in_a_tool_leaves_a_traceback_and_a_refusal_does_not(tmp_path: Path) -> None:
    """Once, although it was tried twice and the step does not catch it."""

    @tool(tries=2, backoff=0.01)
    async def look(known: bool) -> int:
        if known:
            raise EffectFailed("there is nothing")
        return int("nothing")

    for number, known in enumerate((False, True)):

        async def working(record: Story, ctx: Context[Story], known: bool = known) -> Went:
            return Went(str(await ctx.call(look, known)))

        _, record, rows = drive(tmp_path / str(number), small(working))
        assert record.state == "ERROR"
        traces = [decode(row.body, Note).text for row in rows if row.name == "traceback"]
        assert len(traces) == (0 if known else 1)
        assert all("int(" in trace and "ValueError" in trace for trace in traces)


def test_a_role_whose_rule_breaks_is_a_failed_effect_with_its_reason(tmp_path: Path) -> None:
    """A mistake in a rule fails what asked it, and leaves a traceback."""
    from indagate.models import Role

    def rule(question: str) -> str:
        raise KeyError(question)

    async def working(record: Story, ctx: Context[Story]) -> Went:
        try:
            await ctx.ask(Role("judge", output=str, rule=rule), "why")
        except EffectFailed as error:
            return Went(error.message)
        return Went()

    _, record, rows = drive(tmp_path, small(working))
    assert record.result == "ask judge failed: KeyError: 'why'"
    assert [row.kind for row in rows] == ["born", "note", "fail", "move"]


def test_a_result_that_is_not_of_its_declared_type_fails_at_once(tmp_path: Path) -> None:
    """Not only after a restart; and a result is the same before and after one."""

    @tool
    async def lies(kind: str) -> tuple[int, ...]:
        return ["a"] if kind == "bad" else [1, 2]  # type: ignore[return-value]

    async def working(record: Story, ctx: Context[Story]) -> Went:
        good = await ctx.call(lies, "good")
        assert good == (1, 2)
        with pytest.raises(EffectFailed, match="declared type"):
            await ctx.call(lies, "bad")
        return Went("ok")

    _, record, rows = drive(tmp_path, small(working))
    assert record.result == "ok"
    assert decode(rows[2].body, Fail).error == "EffectFailed"


def test_a_step_that_returns_a_foreign_event_is_an_error(tmp_path: Path) -> None:
    """The chart decides what may leave a state."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        return Said("x")  # type: ignore[return-value]

    status, record, _ = drive(tmp_path, small(working))
    assert (status, record.state) == ("waiting", "ERROR")
    with pytest.raises(ChartError):
        drive(tmp_path, small(working, broke=False))


def test_now_and_random_are_the_same_after_a_restart(tmp_path: Path) -> None:
    """Time and dice come from the journal."""
    seen: list[Any] = []

    async def working(record: Story, ctx: Context[Story]) -> Went:
        async with ctx.scope("a/b#c"):
            seen.append((await ctx.now(), ctx.random().random()))
        seen.append((await ctx.now(), ctx.random("x").random()))
        if len(seen) < 3:
            raise EffectFailed("again")
        return Went()

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            await engine.drive(await engine.create(flow, Given()))
        await asyncio.sleep(0.01)
        async with engine_at(tmp_path) as engine:
            driver = await revive(engine, flow)
            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "finished"

    asyncio.run(go())
    assert seen[:2] == seen[2:]
    assert seen[0][1] != seen[1][1]


def test_waiting_for_a_person_is_not_driving(tmp_path: Path) -> None:
    """Seconds count while a driver drives: neither a wait in the same process nor one between processes."""

    async def working(record: Story, ctx: Context[Story]) -> Went:
        if not record.said:
            await ctx.emit(Said("first"))
            raise EffectFailed("wait here")
        return Went()

    flow = small(working)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            assert await engine.drive(driver) == "waiting"
            await asyncio.sleep(0.6)
            await post(engine, 1, "resume")
            assert await engine.drive(driver) == "finished"
            assert driver.ledger.driven < 0.4
            assert engine.read(engine.journal.by_id(1), flow).driven < 0.4

    asyncio.run(go())
    assert os.getpid()


@dataclass(frozen=True)
class Split:
    pass


def test_a_step_that_takes_long_to_clean_up_is_started_again_when_the_run_comes_back(tmp_path: Path) -> None:
    """Its sibling failed and was resumed before it had ended: both visits are restarted."""
    begun: list[str] = []

    async def opening(record: Story, ctx: Context[Story]) -> Split:
        return Split()

    async def failing(record: Story, ctx: Context[Story]) -> Went:
        begun.append("failing")
        await asyncio.sleep(0.02)
        await ctx.call(fragile, "once")
        return Went("f")

    async def slow(record: Story, ctx: Context[Story]) -> Went:
        begun.append("slow")
        try:
            await asyncio.sleep(0.1)
        except asyncio.CancelledError:
            await asyncio.sleep(0.8)
            raise
        return Went("s")

    chart = Chart(
        "forked", 1, "OPENING",
        [
            Work("OPENING", {Split: ("FAILING", "SLOW")}), Work("FAILING", {Went: "OPENED"}),
            Work("SLOW", {Went: "OPENED"}), Join("OPENED", {Split: "END"}), Final("END"),
            Wait("ERROR", {Resumed: HISTORY}),
        ],
        anywhere={Broke: "ERROR"},
    )  # fmt: skip
    steps = {"opening": opening, "opened": opening, "failing": failing, "slow": slow}
    flow = Flow(chart=chart, record=Story, input=Given, steps=steps)

    async def go() -> None:
        async with engine_at(tmp_path) as engine:
            driver = await engine.create(flow, Given())
            task = asyncio.ensure_future(engine.drive(driver))
            while driver.record.state != "ERROR":
                await asyncio.sleep(0.01)
            await post(engine, 1, "resume")
            assert await asyncio.wait_for(task, 20) == "finished"

    asyncio.run(go())
    assert sorted(begun) == ["failing", "failing", "slow", "slow"]
