"""Running the DAG: every task that is ready runs, and a task starts the moment its last dependency settles."""

from __future__ import annotations

import asyncio

from indagate.errors import BudgetSpent, EffectError, ModelDown, SearchDown
from indagate.flow import Context
from indagate.flows.mission import reading, searching
from indagate.flows.mission.chart import (
    AllSettled,
    CheckInDue,
    ConflictResolved,
    Dispatched,
    Outcome,
    Settled,
    Spent,
    TaskFailed,
    TasksAdded,
    TaskSpec,
)
from indagate.flows.mission.record import Mission, Task
from indagate.flows.mission.reflection import RESOLVER, conflict_question, search_and_read

CHECK_IN_EVERY = 10
AGENTS = {"P": "planner", "S": "searcher", "R": "reader", "C": "resolver"}


class Researching:
    """One stay in RESEARCHING: what runs, and why it should stop."""

    def __init__(self, ctx: Context[Mission]) -> None:
        self._ctx = ctx
        self._running: dict[str, asyncio.Task[None]] = {}
        self._spent = ""
        self._escalated = ""

    async def run(self) -> AllSettled | Spent | CheckInDue:
        """Go on until all tasks are settled, the budget is spent, or the user is to be asked."""
        try:
            while True:
                await self._follow_directives()
                due = self._due()
                if not due:
                    self._dispatch()
                if not self._running:
                    return due or AllSettled()
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)
                self._collect()
        finally:
            for task in self._running.values():
                task.cancel()
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    @property
    def _iterations(self) -> int:
        """The most tasks that may be begun, by the input and by the budget."""
        most = self._ctx.record.input.max_iterations
        limit = self._ctx.budget.budget.iterations
        return most if limit is None else min(most, limit)

    def _due(self) -> Spent | CheckInDue | None:
        mission, waiting = self._ctx.record, bool(self._ctx.record.ready())
        if self._spent:
            return Spent(self._spent)
        if self._escalated:
            return CheckInDue("a critical task has failed", self._escalated)
        if waiting and self._ctx.budget.turning:
            return Spent(f"{self._ctx.budget.share:.0%} of the budget is spent")
        if waiting and mission.iteration >= self._iterations:
            return Spent(f"all {self._iterations} iterations are spent")
        if waiting and mission.input.check_in and mission.iteration - mission.checked_in >= CHECK_IN_EVERY:
            return CheckInDue(f"{mission.iteration} iterations have passed")
        return None

    def _dispatch(self) -> None:
        mission = self._ctx.record
        beginning = sum(mission.tasks[name].status == "PENDING" for name in self._running)
        for task in mission.ready():
            if len(self._running) >= mission.input.max_parallel:
                return
            if task.id in self._running:
                continue
            if task.status == "PENDING":
                if mission.iteration + beginning >= self._iterations:
                    return
                beginning += 1
            self._running[task.id] = asyncio.ensure_future(self._work(task))

    def _collect(self) -> None:
        for name in [name for name, task in self._running.items() if task.done()]:
            self._running.pop(name).result()

    async def _follow_directives(self) -> None:
        """A directive gets a search and a reading of its own."""
        for number, text in enumerate(self._ctx.record.directives):
            known = any(task.dimension == text for task in self._ctx.record.tasks.values())
            if not known:
                async with self._ctx.scope(f"directive {number}"):
                    specs = tuple(search_and_read(self._ctx.record.dimension(text), 0))
                    await self._ctx.emit(TasksAdded(specs, "user", f"directive: {text}"))

    async def _work(self, task: Task) -> None:
        """Do a task, once more in another way if it fails, and settle it."""
        async with self._ctx.scope(task.id):
            error = ""
            for attempt in (1, 2):
                await self._ctx.emit(Dispatched(task.id, AGENTS[task.kind], task.description, attempt))
                try:
                    result = await self._do(task, attempt)
                except BudgetSpent as spent:
                    self._spent = spent.message
                    await self._settle(task, "FAILED", f"the budget is spent: {spent.message}", attempt)
                    return
                except (ModelDown, SearchDown):
                    raise  # no task would fare better: the run stops, and goes on from here when it is resumed
                except EffectError as failure:
                    error = failure.message
                    if attempt == 1:
                        await self._ctx.emit(TaskFailed(task.id, error, "trying again with another approach"))
                    continue
                await self._settle(task, "COMPLETED", result, attempt)
                return
            await self._settle(task, "FAILED", error, 2)
            await self._compensate(task)

    async def _do(self, task: Task, attempt: int) -> str:
        if task.kind == "S":
            return await searching.search_task(task, attempt, self._ctx)
        if task.kind == "R":
            return await reading.read_task(task, attempt, self._ctx)
        if task.kind == "C":
            question = conflict_question(self._ctx.record, task.conflict, self._ctx.record.today)
            async with self._ctx.scope(str(attempt)):
                resolution = await self._ctx.ask(RESOLVER, question)
            await self._ctx.emit(ConflictResolved(task.conflict, resolution))
            return resolution.reason
        return "nothing to do"

    async def _settle(self, task: Task, outcome: Outcome, result: str, attempts: int) -> None:
        await self._ctx.emit(Settled(task.id, outcome, result, attempts, self._ctx.budget.spent.tokens))
        mission = self._ctx.record
        read = any(task.id in other.after for other in mission.tasks.values())
        if task.kind == "S" and outcome == "COMPLETED" and mission.found.get(task.id) and not read:
            spec = TaskSpec("R", f"what {task.id} found", task.dimension, (task.id,))
            await self._ctx.emit(TasksAdded((spec,), "plan", f"{task.id} found sources that no task reads"))

    async def _compensate(self, task: Task) -> None:
        """A failed task gets one other task in its stead; a critical one is also put to the user."""
        mission = self._ctx.record
        if task.kind in ("S", "R") and not task.instead_of:
            specs = search_and_read(mission.dimension(task.dimension), 0, instead_of=task.id)
            await self._ctx.emit(TasksAdded(tuple(specs), "recovery", f"in place of {task.id}"))
        if task.critical and not mission.input.approve:
            self._escalated = task.id
