"""Doing things in the world, once: what is already in the journal is answered from there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from indagate.budget import Amount
from indagate.engine.effects import Identity, digest_of, identity, shared_identity
from indagate.engine.record import Record
from indagate.engine.row import Done, Fail, Note, Row, Start, decode, encode
from indagate.errors import Ambiguous, EffectError, EffectFailed, IndagateError, TimedOut

if TYPE_CHECKING:
    from indagate.engine.driver import Driver, StepVisit

INLINE = 1 << 16
"""Bytes of a result above which the row names a digest and the content store keeps the bytes."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an effect gave: its value, what it really cost, how many tries it took, and which mind answered."""

    value: Any
    spent: Amount = Amount()
    tries: int = 1
    mind: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
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


@contextmanager
def one_at_a_time(visit: StepVisit, scope: str, name: str) -> Generator[int]:
    """Yield which use of `name` in `scope` this is. Raises `Ambiguous` while another one is under way."""
    use = (scope, name)
    if use in visit.busy:
        where = f"scope {scope!r}" if scope else "one step"
        raise Ambiguous(
            f"two concurrent {name!r} in {where} of {visit.state} could not be told apart after a crash",
            hint="Give each its own scope: `lab.each(items, …, key=…)` or `async with lab.scope(key)`.",
        )
    visit.busy.add(use)
    visit.uses[use] = nth = visit.uses.get(use, 0) + 1
    try:
        yield nth
    finally:
        visit.busy.discard(use)


async def emit(driver: Driver, visit: StepVisit, scope: str, event: Any) -> Record[Any]:
    """Record an event within a state, once, and return the record."""
    name = type(event).__name__
    await driver.passage()
    with one_at_a_time(visit, scope, name) as nth, driver.in_flight():
        wanted = identity(visit.visit, scope, name, nth)
        scribe = driver.scribe
        known = scribe.past.effects.outcome(wanted)
        body = encode(event)
        if known is not None:
            if known.body != body:
                _remark(driver, wanted, "is emitted with other content than before the restart; the first one stands")
            return driver.record
        future = scribe.write("emit", name, wanted[0], body, event=event)
        scribe.past.effects.note(Row(0, "emit", name, wanted[0], 0, None, body))
        await future
        return driver.record


async def perform(driver: Driver, visit: StepVisit, scope: str, effect: Effect) -> Any:
    """Return the effect's value: from the journal if it was done before, else by doing it.

    Raises `EffectFailed` or `TimedOut` as the effect did, `BudgetSpent`, `Ambiguous`.
    """
    await driver.passage()
    arguments = digest_of(effect.arguments)
    if effect.shared:
        return await _share(driver, effect, shared_identity(effect.name, arguments), arguments)
    with one_at_a_time(visit, scope, effect.name) as nth:
        return await _once(driver, effect, identity(visit.visit, scope, effect.name, nth), arguments)


async def _share(driver: Driver, effect: Effect, wanted: Identity, arguments: str) -> Any:
    """Do a shared effect single-flight: who comes while it is under way waits for it."""
    under_way = driver.shared.get(wanted)
    if under_way is None:
        under_way = driver.shared[wanted] = asyncio.ensure_future(_once(driver, effect, wanted, arguments))
        under_way.add_done_callback(lambda _: driver.shared.pop(wanted, None))
    try:
        return await asyncio.shield(under_way)
    except asyncio.CancelledError:
        if driver.scribe.dead is not None or not driver.running:
            under_way.cancel()
        raise


async def _once(driver: Driver, effect: Effect, wanted: Identity, arguments: str) -> Any:
    effects = driver.scribe.past.effects
    known = effects.outcome(wanted)
    if known is not None:
        return _recall(driver, effect, known, arguments)
    await driver.ledger.reserve(effect.reserve)
    try:
        await driver.passage()
        with driver.in_flight():
            return await _do(driver, effect, wanted, arguments)
    except asyncio.CancelledError:
        driver.ledger.settle(effect.reserve, effect.reserve)
        raise


async def _do(driver: Driver, effect: Effect, wanted: Identity, arguments: str) -> Any:
    scribe, reserve = driver.scribe, effect.reserve
    key, name = wanted
    once = f"{scribe.run.name}/{key}/{name}"
    if effect.announced:
        before = scribe.past.effects.start(wanted)
        if before is not None:
            once = before.once  # the one in flight at a crash: the provider may recognise it
        await scribe.write("start", name, key, encode(Start(arguments, reserve, once)))
    began = time.monotonic()
    try:
        outcome = await effect.perform(once)
    except IndagateError as error:
        driver.ledger.settle(reserve, reserve)
        tries = getattr(error, "tries", 1)
        took = _since(began)
        fail = Fail(arguments, type(error).__name__, error.message, reserve, took, tries)
        scribe.past.effects.note(scribe.write_lazily("fail", name, key, encode(fail)))
        if isinstance(error, EffectError):
            raise
        raise EffectFailed(error.message, hint=error.hint) from error
    text = encode(outcome.value)
    stored = ""
    if len(text) > INLINE:
        stored = await asyncio.to_thread(driver.engine.home.store.put, text)
    driver.ledger.settle(reserve, outcome.spent)
    raw = msgspec.Raw(b"null" if stored else text)
    done = Done(arguments, raw, stored, outcome.spent, _since(began), outcome.mind)
    row = scribe.write_lazily("done", name, key, encode(done))
    scribe.past.effects.note(row)
    if effect.announced:
        scribe.hurry()
    return outcome.value


def _recall(driver: Driver, effect: Effect, row: Row, arguments: str) -> Any:
    if row.kind == "fail":
        fail: Fail = decode(row.body, Fail)
        kind = TimedOut if fail.error == "TimedOut" else EffectFailed
        raise kind(fail.message)
    done: Done = decode(row.body, Done)
    if done.arguments != arguments:
        _remark(driver, (row.key, row.name), "is asked with other arguments than before the restart; its answer stands")
    text = driver.engine.home.store.get(done.stored) if done.stored else bytes(done.result)
    return decode(text, effect.result)


def _remark(driver: Driver, wanted: Identity, text: str) -> None:
    driver.scribe.write_lazily("note", "differs", wanted[0], encode(Note(f"{wanted[1]} {text}")))


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
