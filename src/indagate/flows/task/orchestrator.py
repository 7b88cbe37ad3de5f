"""Tasks from Python: a goal in, a result out. This is the one face that opens the app from below."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.flows.task.criteria import AcceptanceCriteria, Budgets, OrchestrationStatus, RouteType
from indagate.flows.task.material import Material
from indagate.flows.task.record import Task, TaskInput
from indagate.flows.task.views import typed
from indagate.models.value import form_of

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from indagate.engine import Row, Run
    from indagate.models import Answerers


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended: the best answer, the name of the error if it failed, all that the run knows.

    `metadata` has `final_score` once an answer was checked, `judged` (False where no model judged it: the score is then
    the least of the checks' caps), `feedback`, `run`, `folder`, and `reason` for an error. `value` is the answer in
    the type that was asked for; where only the type itself refuses it, the error is `answer_type`.
    """

    status: OrchestrationStatus
    answer: str | None
    error: str | None
    state: Task
    metadata: dict[str, Any] = field(default_factory=dict)
    value: Any = None


@dataclass(frozen=True, slots=True)
class TaskEvent:
    """Something that happened: in which run (the task's or an agent's) and row, what, and the state it led to, if any.

    `name` is the event's, such as Planned, Thought, ToolUsed, Answered, Accepted; `event` holds what it says.
    """

    run: str
    row: int
    name: str
    event: object
    state: str = ""


class TaskStream:
    """What happens in one task, as it happens: `async for event in stream`. `result` is there at the end.

    Who leaves early closes the stream (`contextlib.aclosing`): the run stops at its next boundary and can be resumed.
    """

    def __init__(self, given: TaskInput, budget: Budget, home: Path | None, answerers: Answerers, kind: Any) -> None:
        self.result: TaskResult | None = None
        self._given = given
        self._budget = budget
        self._home = home
        self._answerers = answerers
        self._kind = kind
        self._events = self._run()

    def __aiter__(self) -> AsyncIterator[TaskEvent]:
        return self._events

    async def aclose(self) -> None:
        """Stop the run, if it has not ended."""
        await self._events.aclose()

    async def _run(self) -> AsyncGenerator[TaskEvent, None]:
        from indagate.app import App
        from indagate.flows.task.flow import FLOW

        happened: asyncio.Queue[TaskEvent | None] = asyncio.Queue()

        def watch(run: Run, row: Row, event: object, record: object) -> None:
            if event is not None:
                happened.put_nowait(TaskEvent(run.name, row.seq, row.name, event, row.stands or ""))

        async with App(self._home, answerers=self._answerers) as app:
            app.engine.watchers.append(watch)
            handle = await app.start(FLOW, self._given, budget=self._budget)
            driving = asyncio.ensure_future(handle.drive())
            driving.add_done_callback(lambda _: happened.put_nowait(None))
            try:
                while (event := await happened.get()) is not None:
                    yield event
            finally:
                if not driving.done():
                    handle.stop()
                await driving
            self.result = _result(handle.record, handle.folder, self._kind)


class TaskOrchestrator:
    """Runs tasks with one client: a model's name, a model of pydantic-ai, `Answerers`, or None for the environment's.

    Runs live in `home`, else where every run does. `material` is what agents may work with.
    """

    def __init__(
        self, llm_client: str | Model | Answerers | None = None, *, home: Path | None = None,
        material: Material | None = None,
    ) -> None:  # fmt: skip
        self._client = llm_client
        self._home = home
        self._material = material or Material()

    def stream_task(
        self, goal: str, budgets: Budgets | None = None, acceptance: AcceptanceCriteria | None = None,
        user_id: str = "", *, route: RouteType | str = "auto", max_retries: int = 0,
        sources: Mapping[str, str] | None = None, answer_type: Any = None,
    ) -> TaskStream:  # fmt: skip
        """Return the stream of a task, which runs while it is iterated over. Raises `InputError` for a wrong input.

        `answer_type` is a dataclass (or another type that JSON can hold) or a JSON Schema as a dict: the answer is
        held to it, and `result.value` is the typed object. `user_id` counts for the limits of users in the settings.
        """
        from indagate.models.given import answerers_for
        from indagate.storage import Home

        limits = budgets or Budgets()
        given = TaskInput(
            goal, acceptance or AcceptanceCriteria(), _route(route), limits.max_iterations, max_retries,
            self._material, dict(sources or {}), user_id, form_of(answer_type),
        )  # fmt: skip
        budget = Budget(tokens=limits.total_tokens, dollars=limits.dollars, calls=limits.calls, seconds=limits.seconds)
        answerers = answerers_for(self._client, Home.find(self._home).root)
        return TaskStream(given, budget, self._home, answerers, answer_type)

    async def run_task(
        self, goal: str, budgets: Budgets | None = None, acceptance: AcceptanceCriteria | None = None,
        user_id: str = "", *, route: RouteType | str = "auto", max_retries: int = 0,
        sources: Mapping[str, str] | None = None, answer_type: Any = None,
    ) -> TaskResult:  # fmt: skip
        """Run a task to its end and return its result; the options are those of `stream_task`.

        Raises `InputError` for what cannot be begun. A model that is not to be had leaves the run in ERROR:
        `indagate resume` goes on with it.
        """
        stream = self.stream_task(
            goal, budgets, acceptance, user_id, route=route, max_retries=max_retries, sources=sources,
            answer_type=answer_type,
        )  # fmt: skip
        async for _ in stream:
            pass
        assert stream.result is not None
        return stream.result


async def run_minimal_task(
    goal: str, llm_client: str | Model | Answerers | None = None, *, acceptance: AcceptanceCriteria | None = None,
    budgets: Budgets | None = None, home: Path | None = None, material: Material | None = None, answer_type: Any = None,
) -> TaskResult:  # fmt: skip
    """Run a task with one agent and return its result. Raises `InputError` for what cannot be begun."""
    orchestrator = TaskOrchestrator(llm_client, home=home, material=material)
    return await orchestrator.run_task(goal, budgets, acceptance, route=RouteType.MINIMAL_FLOW, answer_type=answer_type)


def _route(route: RouteType | str) -> Any:
    if route != "auto" and route not in set(RouteType):
        raise InputError(f"there is no route {route!r}", hint=f"There are: auto, {', '.join(RouteType)}.")
    return str(route)


def _result(task: Task, folder: Path, kind: Any = None) -> TaskResult:
    metadata: dict[str, Any] = {"run": task.run, "folder": str(folder), "route": task.route}
    if task.best and (verdict := task.best.verdict):
        metadata |= {"final_score": verdict.score, "judged": bool(verdict.by), "feedback": verdict.feedback}
    if task.why:
        metadata["reason"] = task.why
    status, error = task.status, task.error or (task.why if task.status == OrchestrationStatus.ERROR else "")
    value = typed(task)
    if value is not None and not isinstance(kind, Mapping):
        import msgspec

        try:
            value = msgspec.convert(value, kind)
        except msgspec.ValidationError as refused:
            status, error, value = OrchestrationStatus.FAILED, error or "answer_type", None
            metadata["reason"] = str(refused)
    return TaskResult(status, task.answer or None, error or None, task, metadata, value)
