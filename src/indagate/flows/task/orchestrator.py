"""Tasks from Python: a goal in, a result out. This is the one face that opens the app from below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.budget import Budget
from indagate.errors import InputError
from indagate.flows.task.criteria import AcceptanceCriteria, Budgets, OrchestrationStatus, RouteType
from indagate.flows.task.material import Material
from indagate.flows.task.record import Task, TaskInput

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from indagate.models import Answerers


@dataclass(frozen=True, slots=True)
class TaskResult:
    """How a task ended: the best answer, the name of the error if it failed, all that the run knows.

    `metadata` has `final_score` once an answer was checked, `judged` (False where no model judged it: the score is then
    the least of the checks' caps), `feedback`, `run`, `folder`, and `reason` for an error.
    """

    status: OrchestrationStatus
    answer: str | None
    error: str | None
    state: Task
    metadata: dict[str, Any] = field(default_factory=dict)


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

    async def run_task(
        self, goal: str, budgets: Budgets | None = None, acceptance: AcceptanceCriteria | None = None,
        user_id: str = "", *, route: RouteType | str = "auto", max_retries: int = 0,
        sources: Mapping[str, str] | None = None,
    ) -> TaskResult:  # fmt: skip
        """Run a task to its end and return its result. Raises `InputError` for what cannot be begun.

        A model that is not to be had leaves the run in ERROR: `indagate resume` goes on with it.
        """
        from indagate.app import App
        from indagate.flows.task.flow import FLOW
        from indagate.models.given import answerers_for
        from indagate.storage import Home

        limits = budgets or Budgets()
        given = TaskInput(
            goal, acceptance or AcceptanceCriteria(), _route(route), limits.max_iterations, max_retries,
            self._material, dict(sources or {}), user_id,
        )  # fmt: skip
        budget = Budget(tokens=limits.total_tokens, dollars=limits.dollars, calls=limits.calls, seconds=limits.seconds)
        answerers = answerers_for(self._client, Home.find(self._home).root)
        async with App(self._home, answerers=answerers) as app:
            handle = await app.start(FLOW, given, budget=budget)
            await handle.drive()
            return _result(handle.record, handle.folder)


async def run_minimal_task(
    goal: str, llm_client: str | Model | Answerers | None = None, *, acceptance: AcceptanceCriteria | None = None,
    budgets: Budgets | None = None, home: Path | None = None, material: Material | None = None,
) -> TaskResult:  # fmt: skip
    """Run a task with one agent and return its result. Raises `InputError` for what cannot be begun."""
    orchestrator = TaskOrchestrator(llm_client, home=home, material=material)
    return await orchestrator.run_task(goal, budgets, acceptance, route=RouteType.MINIMAL_FLOW)


def _route(route: RouteType | str) -> Any:
    if route != "auto" and route not in set(RouteType):
        raise InputError(f"there is no route {route!r}", hint=f"There are: auto, {', '.join(RouteType)}.")
    return str(route)


def _result(task: Task, folder: Path) -> TaskResult:
    metadata: dict[str, Any] = {"run": task.run, "folder": str(folder), "route": task.route}
    if task.score is not None:
        metadata["final_score"] = task.score
        metadata["judged"] = bool(task.best and task.best.verdict and task.best.verdict.by)
    if task.best and task.best.verdict:
        metadata["feedback"] = task.best.verdict.feedback
    if task.why:
        metadata["reason"] = task.why
    error = task.error or (task.why if task.status == OrchestrationStatus.ERROR else "")
    return TaskResult(task.status, task.answer or None, error or None, task, metadata)
