"""Doing things in the world, once: what is already in the journal is answered from there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from indagate import errors
from indagate.budget import Amount, Usage
from indagate.engine.effects import Identity, digest_of, digest_of_bytes, identity, shared_identity
from indagate.engine.gate import UnderWay
from indagate.engine.matching import claim
from indagate.engine.record import Record
from indagate.engine.row import Done, Fail, Row, Start, decode, encode
from indagate.engine.stepping import StepVisit, note_trace
from indagate.errors import Ambiguous, BucketError, BudgetSpent, EffectError, EffectFailed, Mismatch, failure_of
from indagate.statechart import finished

if TYPE_CHECKING:
    from indagate.engine.driver import Driver

INLINE = 1 << 16
"""Bytes of a result above which the row names a digest and the content store keeps the bytes."""


class Outcome(msgspec.Struct, frozen=True):
    """What an effect gave: its value, what it really cost, how many tries it took, who answered and how."""

    value: Any
    spent: Amount = Amount()
    tries: int = 1
    by: str = ""
    usage: Usage | None = None


class Effect(msgspec.Struct, frozen=True):
    """Something to be done in the world.

    `perform` gets a key that is the same when the effect is repeated after a crash. `reserve` is set aside in the
    budget first; with `announced`, a started row is made durable before. `shared` effects are done once a run for the
    same arguments. What was done `by_place` answers once in its scope also when its arguments read otherwise after a
    restart. `told` is called with who answered, also when the journal is; `by` says whom it asks, for who watches.
    One that is `cut_off` ends when the budget's seconds do, and is charged at its reservation.
    """

    name: str
    arguments: Any
    perform: Callable[[str], Awaitable[Outcome]]
    result: Any
    reserve: Amount = Amount()
    announced: bool = False
    shared: bool = False
    by_place: bool = False
    unstoppable: bool = False
    told: Callable[[str], None] | None = None
    by: str = ""
    cut_off: bool = False


class one_at_a_time:  # noqa: N801 - reads as a statement
    """Give which use of `name` in `scope` for the same this is. Raises `Ambiguous` while another one is under way."""

    __slots__ = ("_busy", "_uses", "_where")

    def __init__(self, visit: StepVisit, scope: str, name: str, asked: str) -> None:
        self._where = (scope, name, asked)
        self._uses, self._busy = visit.uses, visit.busy
        if self._where in self._busy:
            where = f"scope {scope!r}" if scope else "one step"
            raise Ambiguous(
                f"two concurrent {name!r} for the same in {where} of {visit.state} could not be told apart after a "
                "crash",
                hint="Give each its own scope: `ctx.each(items, …, key=…)` or `async with ctx.scope(key)`.",
            )

    def __enter__(self) -> int:
        self._busy.add(self._where)
        self._uses[self._where] = nth = self._uses.get(self._where, 0) + 1
        return nth

    def __exit__(self, *_: object) -> None:
        self._busy.discard(self._where)


async def emit(driver: Driver, visit: StepVisit, scope: str, event: Any) -> Record[Any]:
    """Record an event within a state, once, and return the record. Raises `ChartError` for an undeclared event."""
    await driver.gate.passage()
    name, body, event = driver.program.vocabulary.encode_event(event)
    asked = digest_of_bytes(body)
    with one_at_a_time(visit, scope, name, asked) as nth:
        wanted = identity(visit.visit, scope, name, asked, nth)
        if visit.inherited:
            wanted = claim(driver, visit, wanted, scope, by_place=bool(scope))
        run_writer = driver.run_writer
        if run_writer.replayed.effects.outcome(wanted) is not None:
            return driver.record
        with driver.gate:
            row, future = run_writer.write_row("emit", name, wanted[0], body, event=event)
            run_writer.replayed.effects.note(row)
            await future
        return driver.record


async def perform(driver: Driver, visit: StepVisit, scope: str, effect: Effect) -> Any:
    """Return the effect's value: from the journal if it was done before, else by doing it.

    Raises `EffectFailed` or `TimedOut` as the effect did, `BudgetSpent`, `Ambiguous`, `Diverged`.
    """
    await driver.gate.passage()
    asked = digest_of(effect.arguments)
    if effect.shared:
        try:
            return await _share(driver, effect, shared_identity(effect.name, asked))
        except BudgetSpent:
            visit.free = True
            raise
    with one_at_a_time(visit, scope, effect.name, asked) as nth:
        wanted = identity(visit.visit, scope, effect.name, asked, nth)
        if visit.inherited:
            wanted = claim(driver, visit, wanted, scope, by_place=effect.by_place)
        try:
            return await _once(driver, effect, wanted)
        except BudgetSpent:
            visit.free = True
            raise


async def _share(driver: Driver, effect: Effect, wanted: Identity) -> Any:
    """Do a shared effect single-flight: who comes while it is under way waits for it."""
    under_way = driver.shared.get(wanted)
    if under_way is None:
        under_way = driver.shared[wanted] = asyncio.get_running_loop().create_task(_once(driver, effect, wanted))
        under_way.add_done_callback(partial(_shared_is_over, driver, wanted))
    return await asyncio.shield(under_way)


def _shared_is_over(driver: Driver, wanted: Identity, task: asyncio.Task[Any]) -> None:
    driver.shared.pop(wanted, None)
    if not task.cancelled():
        task.exception()  # perhaps nobody waits any more; the row in the journal says it all


async def _once(driver: Driver, effect: Effect, wanted: Identity) -> Any:
    run_writer, ledger = driver.run_writer, driver.ledger
    known = run_writer.replayed.effects.outcome(wanted)
    if known is not None:
        return _recall(driver, effect, known)
    reserve = ledger.expected(effect.name, effect.reserve)
    if reserve:
        await ledger.reserve(reserve)
    cuts = _cut_offs(effect) if effect.unstoppable else 0
    key, name = wanted
    once, spent = f"{run_writer.run.name}/{key}/{name}", Amount()
    try:
        await driver.gate.passage()
        with driver.gate:
            spent = reserve  # from here on: whatever cuts it off, it may have cost all of that
            if effect.announced:
                once = await _announce(driver, wanted, reserve, once)
            began = time.monotonic()
            driver.gate.under_way[wanted] = UnderWay(name, effect.by, began)
            try:
                outcome = await _perform_in_time(driver, effect, once)
                text, value = _read_back(effect, outcome.value)
            except (BudgetSpent, BucketError, asyncio.CancelledError):
                _note_cut_off(driver, wanted, effect, Start(reserve, once))
                raise
            except Exception as error:  # noqa: BLE001 - the runner: whatever an effect raises is that effect's failure
                failure = failure_of(effect.name, error)
                spent = failure.spent if isinstance(failure.spent, Amount) else reserve
                _note_failure(driver, wanted, failure, spent, _since(began))
                _pass_on(effect, cuts)
                raise failure from failure.__cause__
            spent = outcome.spent
            stored = await asyncio.to_thread(driver.engine.home.store.put, text) if len(text) > INLINE else ""
            raw = _NULL if stored else msgspec.Raw(text)
            done = Done(raw, stored, spent, _since(began), outcome.by, outcome.usage)
            run_writer.replayed.effects.note(run_writer.write_lazily("done", name, key, encode(done)))
            if effect.announced:
                run_writer.hurry()
            if effect.told is not None:
                effect.told(done.by)
            if effect.unstoppable:
                _pass_on(effect, cuts)
            return value
    finally:
        driver.gate.under_way.pop(wanted, None)
        if reserve or spent:
            ledger.settle(reserve, spent)
            ledger.learn(effect.name, effect.reserve, spent)


def _cut_offs(effect: Effect) -> int:
    task = asyncio.current_task() if effect.unstoppable else None
    return task.cancelling() if task is not None else 0


def _pass_on(effect: Effect, cuts: int) -> None:
    """Raise the cut-off that came while an effect could not be stopped, now that its outcome is recorded."""
    if _cut_offs(effect) > cuts:
        raise asyncio.CancelledError


async def _perform_in_time(driver: Driver, effect: Effect, once: str) -> Outcome:
    """Do an effect; one that may be cut off no longer than the budget's seconds last. Raises `BudgetSpent` then."""
    clock = asyncio.timeout(driver.ledger.seconds_left if effect.cut_off else None)
    try:
        async with clock:
            return await effect.perform(once)
    except TimeoutError:
        if not clock.expired():
            raise
        raise BudgetSpent(f"the budget's seconds ended during {effect.name}") from None


async def _announce(driver: Driver, wanted: Identity, reserve: Amount, once: str) -> str:
    """Make a started row durable; return the key under which a provider may recognise a repeat."""
    run_writer = driver.run_writer
    before = run_writer.replayed.effects.start(wanted)
    if before is not None and before.once:
        once = before.once  # the one in flight at a crash
    await run_writer.write("start", wanted[1], wanted[0], encode(Start(reserve, once)))
    return once


def _note_cut_off(driver: Driver, wanted: Identity, effect: Effect, start: Start) -> None:
    """Record what a cut-off effect may have cost; an announced one has its row already, an ended run gets none."""
    ended = driver.run_writer.dead is not None or finished(driver.program.chart, driver.record.standing)
    if start.reserved and not effect.announced and not ended:
        driver.run_writer.write_lazily("start", wanted[1], wanted[0], encode(start))


def _note_failure(driver: Driver, wanted: Identity, failure: EffectError, spent: Amount, took: int) -> None:
    used = failure.usage if isinstance(failure.usage, Usage) else None
    fail = Fail(type(failure).__name__, failure.message, spent, took, failure.tries, used)
    if failure.unforeseen is not None:
        note_trace(driver, failure.unforeseen)
    driver.run_writer.replayed.effects.note(driver.run_writer.write_lazily("fail", wanted[1], wanted[0], encode(fail)))


_NULL = msgspec.Raw(b"null")


def _read_back(effect: Effect, value: Any) -> tuple[bytes, Any]:
    """Return a result's JSON, and the result as a restart would find it, so that both runs see the same.

    Raises `EffectFailed` for a result that is not of the declared type.
    """
    try:
        text = encode(value)
        return text, decode(text, effect.result)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
        raise EffectFailed(f"{effect.name} returned something that is not of its declared type: {error}") from error


def recalled(driver: Driver, row: Row, kind: Any) -> tuple[Any, Done]:
    """Return the value of type `kind` that a done row holds, and the row's body. Raises `Mismatch`."""
    done: Done = decode(row.body, Done)
    text = driver.engine.home.store.get(done.stored) if done.stored else bytes(done.result)
    try:
        return decode(text, kind), done
    except msgspec.MsgspecError as error:
        raise Mismatch(
            f"row {row.seq} of run {driver.run_writer.run.name} holds a result of {row.name} that is no longer of "
            f"its declared type: {error}",
            hint="Resume it with the version of the flow that wrote it.",
        ) from error


def _recall(driver: Driver, effect: Effect, row: Row) -> Any:
    if row.kind == "fail":
        fail: Fail = decode(row.body, Fail)
        kind = getattr(errors, fail.error, EffectFailed)
        raise kind(fail.message) if issubclass(kind, EffectError) else EffectFailed(fail.message)
    value, done = recalled(driver, row, effect.result)
    if effect.told is not None:
        effect.told(done.by)
    return value


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
