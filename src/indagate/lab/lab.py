"""The lab: the only way a step touches the world, so that everything it does is in the journal."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Generic, ParamSpec, TypeVar

from indagate.budget import Amount, Ledger
from indagate.budget.limits import CALL
from indagate.engine import Driver, Effect, Outcome, StepVisit, Suspended, emit, perform, run_child
from indagate.engine.lease import now
from indagate.errors import Ambiguous, BudgetSpent, ModelRefused
from indagate.lab.flow import Flow
from indagate.minds import Estimating, Mind, Minds, OfflineMind, Role
from indagate.store import ContentStore, Home
from indagate.tools import Tool

P = ParamSpec("P")
R = TypeVar("R")
Q = TypeVar("Q")
A = TypeVar("A")
E = TypeVar("E")
Item = TypeVar("Item")
_scope: ContextVar[tuple[StepVisit | None, str]] = ContextVar("scope", default=(None, ""))
"""The scope that is open, and for which running of a step: a child run starts within its parent's context."""


class Lab(Generic[R]):
    """What one running of a step may use; `R` is the type of the flow's record."""

    def __init__(self, driver: Driver, visit: StepVisit, minds: Minds) -> None:
        self._driver = driver
        self._visit = visit
        self._minds = minds
        self.by_rule: set[str] = set()
        """The roles whose rule answered in this step because the budget was spent."""

    @property
    def run_name(self) -> str:
        """The run's name."""
        return self._driver.scribe.run.name

    @property
    def record(self) -> R:
        """What the run knows now."""
        return self._driver.record  # type: ignore[return-value]

    @property
    def budget(self) -> Ledger:
        """The run's account."""
        return self._driver.ledger

    @property
    def store(self) -> ContentStore:
        """The content store, to read archived bytes from. Write through a tool."""
        store: ContentStore = self._driver.engine.home.store
        return store

    @property
    def home(self) -> Home:
        """The home's folders."""
        home: Home = self._driver.engine.home
        return home

    def mind(self, role: Role[Any, Any]) -> str:
        """Return the name of the mind that answers a role."""
        return self._minds.of(role).name

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

        async def act(_: str) -> Outcome:
            value, tries = await tool(*args, **kwargs)
            return Outcome(value, CALL if tool.counts else Amount(), tries)

        arguments = (args, kwargs)
        reserve = CALL if tool.counts else Amount()
        effect = Effect(tool.name, arguments, act, tool.result, reserve, announced=tool.writes, shared=tool.shared)
        value: A = await perform(self._driver, self._visit, self._here, effect)
        return value

    async def ask(self, role: Role[Q, A], question: Q) -> A:
        """Ask a role's mind. Raises `EffectFailed`, `TimedOut` or `BudgetSpent`.

        Where the budget is spent and the role is `spare`, its rule answers; `by_rule` then has the role's name.
        """
        mind = self._minds.of(role)
        reserve = mind.estimate(role, question) if isinstance(mind, Estimating) else mind.reserve
        if reserve.unpriced and self.budget.counts_dollars:
            raise ModelRefused(
                f"the price of {mind.name} is not known, so the run's budget in dollars could not be held"
            )
        try:
            return await self._ask(role, question, mind, reserve)
        except BudgetSpent:
            if not role.spare or not reserve:
                raise
            self.by_rule.add(role.name)
            return await self._ask(role, question, OfflineMind(), Amount())

    async def _ask(self, role: Role[Q, A], question: Q, mind: Mind, reserve: Amount) -> A:
        async def act(once: str) -> Outcome:
            answer = await mind.answer(role, question, once)
            return Outcome(answer.output, answer.spent, mind=answer.mind, usage=answer.usage)

        effect = Effect(f"ask {role.name}", question, act, role.output, reserve, announced=bool(reserve))
        answer: A = await perform(self._driver, self._visit, self._here, effect)
        return answer

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

    async def until(self, event: type[E]) -> E:
        """Return the latest event of this type in the run, waiting for the first one if need be."""
        found: E = await self._driver.desk.arrival(event)
        return found

    async def now(self) -> datetime:
        """Return the time, the same one after a restart."""

        async def act(_: str) -> Outcome:
            return Outcome(now())

        at = await perform(self._driver, self._visit, self._here, Effect("now", None, act, int))
        return datetime.fromtimestamp(at / 1000, UTC)

    def random(self, name: str = "") -> random.Random:
        """Return a generator that gives the same numbers after a restart, other ones in each visit and scope."""
        return random.Random(f"{self._driver.scribe.past.born.seed}/{self._visit.visit}/{self._here}/{name}")


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
