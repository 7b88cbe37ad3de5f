"""The context: the only way a step touches the world, so that everything it does is in the journal."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextvars import ContextVar
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

import msgspec

from indagate.budget import Amount, Ledger, Usage
from indagate.budget.limits import CALL
from indagate.budget.meter import metered as spending
from indagate.engine import (
    Driver,
    Effect,
    Outcome,
    Row,
    StepVisit,
    Suspended,
    emit,
    encode,
    perform,
    recalled,
    run_child,
)
from indagate.engine.effects import digest_of
from indagate.engine.lease import now
from indagate.engine.matching import completed
from indagate.errors import (
    Ambiguous,
    BudgetSpent,
    Declined,
    EffectError,
    EffectFailed,
    InvalidAnswer,
    ModelDown,
    ModelRefused,
    NeedsModel,
    Rejected,
    TimedOut,
)
from indagate.flow.flow import Flow
from indagate.models import RULE, Answer, Answerer, Answerers, Estimating, Role, RuleAnswerer
from indagate.models.room import room
from indagate.storage import Ambient, Blobs, Home
from indagate.tools import Tool

if TYPE_CHECKING:
    from indagate.corpus.embedder import Embedder

P = ParamSpec("P")
R = TypeVar("R")
Q = TypeVar("Q")
A = TypeVar("A")
E = TypeVar("E")
Item = TypeVar("Item")
_scope: ContextVar[tuple[StepVisit | None, str]] = ContextVar("scope", default=(None, ""))
"""The scope that is open, and for which running of a step: a child run starts within its parent's context."""


class Context(Generic[R]):
    """What one running of a step may use; `R` is the type of the flow's record."""

    def __init__(self, driver: Driver, visit: StepVisit, answerers: Answerers) -> None:
        self._driver = driver
        self._visit = visit
        self._answerers = answerers

    @property
    def run_name(self) -> str:
        """The run's name."""
        return self._driver.run_writer.run.name

    @property
    def record(self) -> R:
        """What the run knows now."""
        return self._driver.record  # type: ignore[return-value]

    @property
    def budget(self) -> Ledger:
        """The run's account. What a step makes of it may differ after a restart, so it is not held to its ways."""
        self._visit.free = True
        return self._driver.ledger

    @property
    def store(self) -> Blobs:
        """The content store, to read archived bytes from. Write through a tool."""
        store: Blobs = self._driver.engine.home.store
        return store

    @property
    def home(self) -> Home:
        """The home's folders; given to a tool as an argument, it is no part of what is asked (`Ambient`)."""
        home: Home = self._driver.engine.home
        pins = self._driver.run_writer.replayed.born.pins
        return replace(home, pins=tuple(pins.items())) if pins else home

    @property
    def embedder(self) -> Embedder | None:
        """The embedding model by which documents are searched too, if one was asked for."""
        return self._answerers.embedder

    @property
    def answered_instead(self) -> tuple[str, ...]:
        """The roles whose rule answered in this run where their models gave no usable answer."""
        asked = self._driver.run_writer.replayed.effects.asked
        return tuple(sorted(role for role, times in asked.items() if times.get("") and times.get(RULE)))

    @property
    def not_done(self) -> tuple[str, ...]:
        """The roles that were asked, or left out, in this run and that nobody has answered."""
        asked = self._driver.run_writer.replayed.effects.asked
        return tuple(sorted(role for role, times in asked.items() if not any(times[by] for by in times if by)))

    def by_model(self, role: Role[Any, Any]) -> bool:
        """Return whether a model has answered a role in this run, before it went on with rules too."""
        times = self._driver.run_writer.replayed.effects.asked.get(role.name, {})
        return any(by not in ("", RULE) for by in times)

    def answered_by(self, role: Role[Any, Any]) -> str:
        """Return who answers a role: a model, or `rule`; it may be another one after a restart."""
        self._visit.free = True
        return self._answerers.of(role).name

    @property
    def _here(self) -> str:
        visit, scope = _scope.get()
        return scope if visit is self._visit else ""

    async def emit(self, event: object) -> R:
        """Record an event within the state; return the record that has it."""
        record: R = await emit(self._driver, self._visit, self._here, event)  # type: ignore[assignment]
        return record

    async def call(self, tool: Tool[P, A], *args: P.args, **kwargs: P.kwargs) -> A:
        """Use a tool. Raises `EffectFailed`, `TimedOut` or `BudgetSpent`."""

        counted = CALL if tool.counts else Amount()

        async def act(idempotency_key: str) -> Outcome:
            from indagate.sandbox.usage import metered

            with metered() as meter, spending() as paying:
                done = tool.keyed(idempotency_key, *args, **kwargs) if tool.takes_key else tool(*args, **kwargs)
                value, tries = await done
            return Outcome(value, counted + paying.spent + Amount(seconds=round(meter.seconds, 3)), tries)

        asked: tuple[tuple[Any, ...], dict[str, Any]] = args, kwargs
        if any(isinstance(value, Ambient) for value in (*args, *kwargs.values())):
            asked = (
                tuple(value for value in args if not isinstance(value, Ambient)),
                {name: value for name, value in kwargs.items() if not isinstance(value, Ambient)},
            )
        paid = tool.reserve(*args, **kwargs) if tool.reserve is not None else Amount()
        if paid.unpriced and self._driver.ledger.counts_dollars:
            raise ModelRefused(
                f"the price of what {tool.name} asks is not known, so the run's budget in dollars could not be held"
            )
        effect = Effect(
            tool.name, asked, act, tool.result, counted + paid, announced=tool.writes or bool(paid), shared=tool.shared,
            unstoppable=tool.unstoppable, cut_off=tool.counts and not tool.writes and not tool.unstoppable,
        )  # fmt: skip
        value: A = await perform(self._driver, self._visit, self._here, effect)
        return value

    async def ask(self, role: Role[Q, A], question: Q, *, stand_in: bool = True) -> A:
        """Ask a role, as `ask_by` does, and return the answer alone."""
        return (await self.ask_by(role, question, stand_in=stand_in))[0]

    async def ask_by(self, role: Role[Q, A], question: Q, *, stand_in: bool = True) -> tuple[A, str]:
        """Ask a role; return the answer and who gave it: a model's name, or `rule`.

        Raises `EffectFailed`, `TimedOut` or `BudgetSpent`. Where the models gave no usable answer, repaired or of the
        chain's next, the role's rule answers if it has one: the answer is then said to be the rule's. Without
        `stand_in` it does not: the step deals with a failed question itself.

        Where the budget is spent and the role has `fallback_when_over_budget`, its rule answers, and the flow's
        `unpaid_event` has said so before. Raises `NeedsModel` where no model is there and the role has no rule.
        """
        answerer = self._answerers.of(role)
        reserve = answerer.estimate(role, question) if isinstance(answerer, Estimating) else answerer.reserve
        if reserve.unpriced and self._driver.ledger.counts_dollars:
            raise ModelRefused(
                f"the price of {answerer.name} is not known, so the run's budget in dollars could not be held"
            )
        try:
            return await self._ask_once(role, question, answerer, reserve)
        except BudgetSpent:
            if role.rule is None or not role.fallback_when_over_budget or not reserve:
                raise
            await self._unpaid(role)
        except (InvalidAnswer, Declined, Rejected):
            if role.rule is None or not stand_in:
                raise
        except ModelDown:
            if not role.optional or role.rule is None or not stand_in:
                raise
        return await self._ask(role, question, RuleAnswerer(), Amount())

    async def consult(self, role: Role[Q, A], question: Q) -> tuple[A, str] | None:
        """Ask a role that only checks or enriches, as `ask_by` does; None where nobody answered.

        Without a model, without a usable answer and without the budget for one, the run goes on; that the role's part
        was not done stays in the journal, with the reason. An answer of before the run went on without a model is used.
        """
        known = completed(self._visit, f"ask {role.name}", self._here)
        if role.rule is None and self.answered_by(role) == RULE and not known:
            await self.leave_out(role.name)
            return None
        try:
            return await self.ask_by(role, question)
        except BudgetSpent as spent:
            await self.left_unpaid(role, spent)
            return None
        except (EffectFailed, TimedOut):
            return None

    async def left_unpaid(self, role: Role[Any, Any], spent: BudgetSpent) -> None:
        """Record that the budget did not pay for a question to a role, and that nobody answers it."""
        await self._unpaid(role)
        await self.leave_out(role.name, spent.message)

    def unpaid_of(self, roles: Iterable[str]) -> tuple[str, ...]:
        """Return those of the roles that a budget once did not pay for which a rule answered in this run, or nobody.

        A run that was cut off there may have gone on with a larger budget, and a model have answered.
        """
        asked = self._driver.run_writer.replayed.effects.asked
        return tuple(role for role in roles if any(asked.get(role, {}).get(by) for by in ("", RULE)))

    async def _unpaid(self, role: Role[Any, Any]) -> None:
        """Record that the budget did not pay for a role, in a scope of its own: which role it was may change."""
        event_of = self._driver.program.unpaid_event  # type: ignore[attr-defined]
        event = event_of(self.record, role) if event_of is not None else None
        if event is not None:
            async with self.scope(f"unpaid {role.name}"):
                await self.emit(event)

    async def leave_out(self, role: str, why: str = "no model") -> None:
        """Record that the part of a role that only checks or enriches is not done, and why."""

        async def act(_: str) -> Outcome:
            raise NeedsModel(why)

        with contextlib.suppress(EffectFailed):
            await perform(self._driver, self._visit, self._here, Effect(f"ask {role}", why, act, type(None)))

    async def _ask_once(self, role: Role[Q, A], question: Q, answerer: Answerer, reserve: Amount) -> tuple[A, str]:
        """Ask a model what this run has not asked it yet; the same question is answered by what it said then."""
        if not reserve:
            return await self._ask(role, question, answerer, reserve)
        driver, same = self._driver, (digest_of(question), f"ask {role.name}")
        while (first := driver.asking.get(same)) is not None:
            await asyncio.shield(first)
        row = driver.run_writer.replayed.effects.answers.get(same)
        if row is not None:
            return await self._ask(role, question, _Again(driver, row), Amount())
        first = driver.asking[same] = asyncio.get_running_loop().create_future()
        try:
            return await self._ask(role, question, answerer, reserve)
        finally:
            del driver.asking[same]
            first.set_result(None)

    async def _ask(self, role: Role[Q, A], question: Q, answerer: Answerer, reserve: Amount) -> tuple[A, str]:
        ledger, extra = self._driver.ledger, Amount()

        def grow(total: Amount) -> bool:
            nonlocal extra
            more = total.beyond(reserve + extra)
            fits = ledger.extend(more)
            extra = extra + more if fits else extra
            return fits

        async def act(idempotency_key: str) -> Outcome:
            try:
                with room(grow):
                    answer = await answerer.answer(role, question, idempotency_key)
            except EffectError as error:
                error.usage = await self._kept(error.usage, error.sent)
                raise
            finally:
                ledger.release(extra)
            usage = await self._kept(answer.usage, answer.sent)
            return Outcome(answer.output, answer.spent, by=answer.by, usage=usage)

        by: list[str] = []
        effect = Effect(
            f"ask {role.name}", question, act, role.output, reserve, announced=bool(reserve), by_place=True,
            told=by.append, by=answerer.name, cut_off=bool(reserve),
        )  # fmt: skip
        answer: A = await perform(self._driver, self._visit, self._here, effect)
        return answer, by[-1] if by else ""

    async def _kept(self, usage: Any, sent: Any) -> Any:
        """Keep what went to a model and came back in the store, and return the usage that names it."""
        if not sent or not isinstance(usage, Usage):
            return usage
        digest = await asyncio.to_thread(self.store.put, encode(sent))
        return msgspec.structs.replace(usage, calls=digest)

    def flow(self, name: str) -> Flow:
        """Return a flow by its name, to run it without importing it. Raises `NoSuchFlow`."""
        found: Flow = self._driver.engine.find(name, "")
        return found

    async def run(self, flow: Flow, given: object, *, key: str) -> Any:
        """Run another flow as a child, within this run's budget; return its record once it has ended."""
        return await run_child(self._driver, self._visit, self._here, flow, given, _safe(key))

    async def each(
        self, items: Iterable[Item], act: Callable[[Item], Awaitable[A]], *, key: Callable[[Item], str],
        limit: int | None = None,
    ) -> list[A]:  # fmt: skip
        """Do the same for every item, in parallel (at most `limit` at once), each in its own scope.

        Returns the results in the order of the items. The first failure stops the rest. Keys must differ.
        """
        wanted = list(items)
        keys = [key(item) for item in wanted]
        if len(set(keys)) != len(keys):
            twice = next(name for name in keys if keys.count(name) > 1)
            raise Ambiguous(f"two items of one `each` have the key {twice!r}")
        gate = asyncio.Semaphore(limit) if limit else contextlib.nullcontext()

        async def one(item: Item, name: str) -> A:
            async with gate, self.scope(name):
                return await act(item)

        tasks = [asyncio.ensure_future(one(item, name)) for item, name in zip(wanted, keys, strict=True)]
        try:
            await _all_or_first_failure(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return [task.result() for task in tasks]

    @contextlib.asynccontextmanager
    async def scope(self, key: str) -> AsyncIterator[None]:
        """Open a scope: effects and emissions within are told apart from those of other keys."""
        outer = self._here
        token = _scope.set((self._visit, f"{outer}/{_safe(key)}" if outer else _safe(key)))
        try:
            yield
        finally:
            _scope.reset(token)

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds of the clock on the wall, in all: after a restart what is left of them."""

        async def act(_: str) -> Outcome:
            return Outcome(now() + round(seconds * 1000))

        until: int = await perform(self._driver, self._visit, self._here, Effect("sleep", seconds, act, int))
        await asyncio.sleep(max(0, until - now()) / 1000)

    async def until(self, event: type[E]) -> E:
        """Return the latest event of this type in the run, waiting for the first one if need be."""
        found: E = await self._driver.signal_handler.arrival(event)
        return found

    async def now(self) -> datetime:
        """Return the time, the same one after a restart."""

        async def act(_: str) -> Outcome:
            return Outcome(now())

        at = await perform(self._driver, self._visit, self._here, Effect("now", None, act, int))
        return datetime.fromtimestamp(at / 1000, UTC)

    async def patched(self, name: str) -> bool:
        """Say whether this visit of the state began with code that has this patch; the same after a restart.

        For a change within one `steps_version`: a visit that had completed something without it goes on without it.
        """

        async def act(_: str) -> Outcome:
            return Outcome(not self._visit.inherited)

        value: bool = await perform(self._driver, self._visit, "", Effect(f"patched {name}", None, act, bool))
        return value

    def random(self, name: str = "") -> random.Random:
        """Return a generator that gives the same numbers after a restart, other ones in each visit and scope."""
        return random.Random(f"{self._driver.run_writer.replayed.born.seed}/{self._visit.visit}/{self._here}/{name}")


class _Again:
    """Answers a question with what was answered to it before in this run."""

    reserve = Amount()

    def __init__(self, driver: Driver, row: Row) -> None:
        self._driver = driver
        self._row = row
        self.name = "the journal"

    async def answer(self, role: Role[Q, A], question: Q, idempotency_key: str) -> Answer[A]:
        """Return the first answer. Raises `Mismatch` where it is no longer of its declared type."""
        value, done = recalled(self._driver, self._row, role.output)
        usage = Usage(done.by, requests=0, cache=f"row {self._row.seq} of this run")
        return Answer(value, done.by, Amount(), usage)


async def _all_or_first_failure(tasks: list[asyncio.Task[Any]]) -> None:
    """Wait for all, raising the first failure at once; a suspension is raised only when the others are through."""
    pending = set(tasks)
    while pending:
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            error = task.exception()
            if error is not None and not isinstance(error, Suspended):
                raise error
    for task in tasks:
        task.result()


def _safe(key: str) -> str:
    """Return a scope's key without the signs that divide an identity."""
    return re.sub(r"[/#%]", lambda sign: f"%{ord(sign[0]):02x}", key)
