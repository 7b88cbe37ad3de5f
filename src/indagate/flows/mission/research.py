"""Running the DAG: every task that is ready runs, and a task starts the moment its last dependency settles."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from indagate.errors import BudgetSpent, EffectError, ModelDown, SearchDown
from indagate.flow import Context
from indagate.flows.mission import chart, placing, reading, reflector, searching
from indagate.flows.mission.constraint import told
from indagate.flows.mission.planner import PLANNER, PlanQuestion
from indagate.flows.mission.record import TURNED, UNPAID, Mission, Task
from indagate.flows.mission.reflector import QUESTIONS, REFLECTOR
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searching import KNOWN, TITLES
from indagate.flows.mission.side import Outcome, TaskSpec
from indagate.flows.mission.steering import understood
from indagate.render import count

CHECK_IN_EVERY = 10
AGENTS = {"P": "planner", "S": "searcher", "R": "reader", "C": "resolver"}


class Researching:
    """One stay in RESEARCHING: what runs, and why it should stop."""

    def __init__(self, ctx: Context[Mission]) -> None:
        self._ctx = ctx
        self._running: dict[str, asyncio.Task[None]] = {}
        self._spent = ""
        self._escalated = ""

    async def run(self) -> chart.AllSettled | chart.Spent | chart.CheckInDue:
        """Go on until all tasks are settled, the budget is spent, or the user is to be asked."""
        try:
            while True:
                await self._follow_directives()
                due = self._due()
                if not due:
                    self._dispatch()
                if not self._running:
                    return due or chart.AllSettled()
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)
                for name in [name for name, task in self._running.items() if task.done()]:
                    self._running.pop(name).result()
        finally:
            for task in self._running.values():
                task.cancel()
            await asyncio.gather(*self._running.values(), return_exceptions=True)

    @property
    def _iterations(self) -> int:
        """The most tasks that may be begun, by the input, what a person allowed since, and the budget."""
        most = self._ctx.record.iterations
        limit = self._ctx.budget.budget.iterations
        return most if limit is None else min(most, limit)

    def _due(self) -> chart.Spent | chart.CheckInDue | None:
        mission, waiting = self._ctx.record, bool(self._ctx.record.ready())
        if self._spent or mission.finish:
            return chart.Spent(self._spent or "the user asked for the report now")
        if self._escalated:
            return chart.CheckInDue("a critical task has failed", self._escalated)
        if waiting and self._ctx.budget.turning:
            return chart.Spent(f"{self._ctx.budget.share:.0%} {TURNED}")
        if waiting and mission.iteration >= self._iterations:
            return chart.Spent(f"all {self._iterations} iterations are spent")
        if waiting and mission.input.check_in and mission.iteration - mission.checked_in >= CHECK_IN_EVERY:
            return chart.CheckInDue(f"{mission.iteration} iterations have passed")
        return None

    def _dispatch(self) -> None:
        mission = self._ctx.record
        beginning = sum(mission.tasks[name].status == "PENDING" for name in self._running)
        next_check = mission.checked_in + CHECK_IN_EVERY if mission.input.check_in else self._iterations
        most = min(next_check, self._iterations)
        for task in (task for task in mission.ready() if task.id not in self._running):
            beginning += task.status == "PENDING"
            if len(self._running) >= mission.input.max_parallel or mission.iteration + beginning > most:
                return
            self._running[task.id] = asyncio.ensure_future(self._work(task))

    async def _follow_directives(self) -> None:
        """Have each directive understood, once, and do what it says or say why not."""
        while self._ctx.record.followed < len(self._ctx.record.directives):
            number = self._ctx.record.followed
            async with self._ctx.scope(f"directive {number}"):
                await self._ctx.emit(await understood(self._ctx.record.directives[number], self._ctx))
        await placing.look(self._ctx)

    async def _work(self, task: Task) -> None:
        """Do a task, once more in another way if it fails, and settle it."""
        async with self._ctx.scope(task.id):
            error = ""
            for attempt in (1, 2):
                await self._ctx.emit(chart.Dispatched(task.id, AGENTS[task.kind], task.description, attempt))
                try:
                    result = await self._do(task, attempt)
                except BudgetSpent as spent:
                    self._spent = spent.message
                    await self._settle(task, "FAILED", f"{UNPAID}{spent.message}", attempt)
                    return
                except (ModelDown, SearchDown):
                    raise  # no task would fare better: the run stops, and goes on from here when it is resumed
                except EffectError as failure:
                    error = failure.message
                    if attempt == 1:
                        await self._ctx.emit(chart.TaskFailed(task.id, error, "trying again with another approach"))
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
        async with self._ctx.scope(str(attempt)):
            if task.kind == "P":
                return await self._plan(task)
            if not task.conflict:
                return await self._compare(task)
            resolution = await self._ctx.ask(RESOLVER, reflector.conflict_question(self._ctx.record, task.conflict))
            await self._ctx.emit(chart.ConflictResolved(task.conflict, resolution))
            return resolution.reason

    async def _compare(self, task: Task) -> str:
        """Look for contradictions in what was read so far, as the plan asks for."""
        mission = self._ctx.record
        found = reflector.conflicts_of(mission, await self._ctx.ask(REFLECTOR, reflector.question_of(mission)))
        if found:
            await self._ctx.emit(chart.ConflictsFound(tuple(found)))
        return f"{count(len(found), 'contradiction')} between the facts so far"

    async def _plan(self, task: Task) -> str:
        """Take the question apart further, now that something was found; return what was added."""
        mission = self._ctx.record
        sides = {mission.tasks[name].dimension for name in task.after}
        known = tuple(fact.statement for name in sides for fact in mission.facts_of(name))[:KNOWN]
        question = PlanQuestion(
            mission.core_question, (task.description,), mission.listing[:TITLES], mission.documents,
            mission.dimensions, told(mission.constraints), known, mission.today,
        )  # fmt: skip
        plan = await self._ctx.ask(PLANNER, question)
        names = {item.name.casefold() for item in mission.dimensions}
        fresh = tuple(
            replace(item, after=(), weight=round(item.weight / 2, 3), depth=1, reason=task.description)
            for item in plan.dimensions
            if item.name.casefold() not in names
        )[:QUESTIONS]
        specs = [spec for number, side in enumerate(fresh) for spec in reflector.search_and_read(side, 2 * number)]
        if fresh:
            await self._ctx.emit(chart.TasksAdded(tuple(specs), task.id, task.description, fresh))
        return f"{count(len(fresh), 'side')} added"

    async def _settle(self, task: Task, outcome: Outcome, result: str, attempts: int) -> None:
        await self._ctx.emit(chart.Settled(task.id, outcome, result, attempts, self._ctx.budget.spent.tokens))
        mission = self._ctx.record
        read = any(task.id in other.after for other in mission.tasks.values())
        if task.kind == "S" and outcome == "COMPLETED" and mission.found.get(task.id) and not read:
            spec = TaskSpec("R", f"what {task.id} found", task.dimension, (task.id,))
            await self._ctx.emit(chart.TasksAdded((spec,), "plan", f"{task.id} found sources that no task reads"))

    async def _compensate(self, task: Task) -> None:
        """A failed task gets one other task in its stead; a critical one is also put to the user."""
        mission = self._ctx.record
        if task.kind in ("S", "R") and not task.instead_of:
            specs = reflector.search_and_read(mission.dimension(task.dimension), 0, instead_of=task.id)
            await self._ctx.emit(chart.TasksAdded(tuple(specs), "recovery", f"in place of {task.id}"))
        if task.critical and not mission.input.approve:
            self._escalated = task.id
