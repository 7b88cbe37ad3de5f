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
from indagate.engine.effects import Identity, digest_of, identity, shared_identity
from indagate.engine.record import Record
from indagate.engine.row import Done, Fail, Note, Row, Start, decode, encode
from indagate.engine.stepping import StepVisit, note_trace
from indagate.errors import Ambiguous, EffectError, EffectFailed, Mismatch, failure_of

if TYPE_CHECKING:
    from indagate.engine.driver import Driver

INLINE = 1 << 16
"""Bytes of a result above which the row names a digest and the content store keeps the bytes."""


class Outcome(msgspec.Struct, frozen=True):
    """What an effect gave: its value, what it really cost, how many tries it took, which mind answered and how."""

    value: Any
    spent: Amount = Amount()
    tries: int = 1
    mind: str = ""
    usage: Usage | None = None


class Effect(msgspec.Struct, frozen=True):
    """Something to be done in the world.

    `perform` gets a key that is the same when the effect is repeated after a crash. `reserve` is set aside in the
    budget first; with `announced`, a started row is made durable before. `shared` effects are done once a run for the
    same arguments.
    """

    name: str
    arguments: Any
    perform: Callable[[str], Awaitable[Outcome]]
    result: Any
    reserve: Amount = Amount()
    announced: bool = False
    shared: bool = False


class one_at_a_time:  # noqa: N801 - reads as a statement
    """Give which use of `name` in `scope` this is. Raises `Ambiguous` while another one is under way."""

    __slots__ = ("_busy", "_uses", "_where")

    def __init__(self, visit: StepVisit, scope: str, name: str) -> None:
        self._where = (scope, name)
        self._uses, self._busy = visit.uses, visit.busy
        if self._where in self._busy:
            where = f"scope {scope!r}" if scope else "one step"
            raise Ambiguous(
                f"two concurrent {name!r} in {where} of {visit.state} could not be told apart after a crash",
                hint="Give each its own scope: `lab.each(items, …, key=…)` or `async with lab.scope(key)`.",
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
    name, body, event = driver.program.vocabulary.seal(event)
    with one_at_a_time(visit, scope, name) as nth:
        wanted = identity(visit.visit, scope, name, nth)
        scribe = driver.scribe
        known = scribe.past.effects.outcome(wanted)
        if known is not None:
            if known.body != body:
                _remark(driver, wanted, "is emitted with other content than before the restart; the first one stands")
            return driver.record
        with driver.gate:
            future = scribe.write("emit", name, wanted[0], body, event=event)
            scribe.past.effects.note(Row(0, "emit", name, wanted[0], 0, None, body))
            await future
        return driver.record


async def perform(driver: Driver, visit: StepVisit, scope: str, effect: Effect) -> Any:
    """Return the effect's value: from the journal if it was done before, else by doing it.

    Raises `EffectFailed` or `TimedOut` as the effect did, `BudgetSpent`, `Ambiguous`.
    """
    await driver.gate.passage()
    arguments = digest_of(effect.arguments)
    if effect.shared:
        return await _share(driver, effect, shared_identity(effect.name, arguments), arguments)
    with one_at_a_time(visit, scope, effect.name) as nth:
        return await _once(driver, effect, identity(visit.visit, scope, effect.name, nth), arguments)


async def _share(driver: Driver, effect: Effect, wanted: Identity, arguments: str) -> Any:
    """Do a shared effect single-flight: who comes while it is under way waits for it."""
    under_way = driver.shared.get(wanted)
    if under_way is None:
        under_way = driver.shared[wanted] = asyncio.get_running_loop().create_task(
            _once(driver, effect, wanted, arguments)
        )
        under_way.add_done_callback(partial(_shared_is_over, driver, wanted))
    return await asyncio.shield(under_way)


def _shared_is_over(driver: Driver, wanted: Identity, task: asyncio.Task[Any]) -> None:
    driver.shared.pop(wanted, None)
    if not task.cancelled():
        task.exception()  # perhaps nobody waits any more; the row in the journal says it all


async def _once(driver: Driver, effect: Effect, wanted: Identity, arguments: str) -> Any:
    scribe, ledger, reserve = driver.scribe, driver.ledger, effect.reserve
    known = scribe.past.effects.outcome(wanted)
    if known is not None:
        return _recall(driver, effect, known, arguments)
    if reserve:
        await ledger.reserve(reserve)
    key, name = wanted
    once, spent = f"{scribe.run.name}/{key}/{name}", Amount()
    try:
        await driver.gate.passage()
        with driver.gate:
            spent = reserve  # from here on: whatever cuts it off, it may have cost all of that
            if effect.announced:
                once = await _announce(driver, effect, wanted, arguments, once)
            began = time.monotonic()
            try:
                outcome = await effect.perform(once)
                text, value = _read_back(effect, outcome.value)
            except Exception as error:  # noqa: BLE001 - the runner: whatever an effect raises is that effect's failure
                failure = failure_of(effect.name, error)
                spent = failure.spent if isinstance(failure.spent, Amount) else reserve
                _note_failure(driver, wanted, failure, arguments, spent, _since(began))
                raise failure from failure.__cause__
            spent = outcome.spent
            stored = await asyncio.to_thread(driver.engine.home.store.put, text) if len(text) > INLINE else ""
            raw = _NULL if stored else msgspec.Raw(text)
            done = Done(arguments, raw, stored, spent, _since(began), outcome.mind, outcome.usage)
            scribe.past.effects.note(scribe.write_lazily("done", name, key, encode(done)))
            if effect.announced:
                scribe.hurry()
            return value
    finally:
        if reserve or spent:
            ledger.settle(reserve, spent)


async def _announce(driver: Driver, effect: Effect, wanted: Identity, arguments: str, once: str) -> str:
    """Make a started row durable; return the key under which a provider may recognise a repeat."""
    scribe = driver.scribe
    before = scribe.past.effects.start(wanted)
    if before is not None:
        once = before.once  # the one in flight at a crash
    await scribe.write("start", wanted[1], wanted[0], encode(Start(arguments, effect.reserve, once)))
    return once


def _note_failure(
    driver: Driver, wanted: Identity, failure: EffectError, arguments: str, spent: Amount, took: int
) -> None:
    used = failure.usage if isinstance(failure.usage, Usage) else None
    fail = Fail(arguments, type(failure).__name__, failure.message, spent, took, failure.tries, used)
    if failure.unforeseen is not None:
        note_trace(driver, failure.unforeseen)
    driver.scribe.past.effects.note(driver.scribe.write_lazily("fail", wanted[1], wanted[0], encode(fail)))


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


def _recall(driver: Driver, effect: Effect, row: Row, arguments: str) -> Any:
    if row.kind == "fail":
        fail: Fail = decode(row.body, Fail)
        kind = getattr(errors, fail.error, EffectFailed)
        raise kind(fail.message) if issubclass(kind, EffectError) else EffectFailed(fail.message)
    done: Done = decode(row.body, Done)
    if done.arguments != arguments:
        _remark(driver, (row.key, row.name), "is asked with other arguments than before the restart; its answer stands")
    text = driver.engine.home.store.get(done.stored) if done.stored else bytes(done.result)
    try:
        return decode(text, effect.result)
    except msgspec.MsgspecError as error:
        raise Mismatch(
            f"row {row.seq} of run {driver.scribe.run.name} holds a result of {effect.name} that is no longer of its "
            f"declared type: {error}",
            hint="Resume it with the version of the flow that wrote it.",
        ) from error


def _remark(driver: Driver, wanted: Identity, text: str) -> None:
    driver.scribe.write_lazily("note", "differs", wanted[0], encode(Note(f"{wanted[1]} {text}")))


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
