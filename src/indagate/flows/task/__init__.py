"""Task: one goal, a ReAct agent, and a critic that can say no.

What it exports is loaded when asked for, so that the command line can mount `commands` without the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.flows.task.chart import CHART
    from indagate.flows.task.criteria import AcceptanceCriteria, Budgets, OrchestrationStatus, RouteType
    from indagate.flows.task.critic.critique import check_answer, critique
    from indagate.flows.task.critic.verdict import Finding, Verdict
    from indagate.flows.task.flow import FLOW
    from indagate.flows.task.orchestrator import TaskEvent, TaskOrchestrator, TaskResult, TaskStream, run_minimal_task
    from indagate.flows.task.react.flow import REACT
    from indagate.flows.task.record import Evidence, Task, TaskInput

__all__ = [
    "CHART", "FLOW", "REACT", "AcceptanceCriteria", "Budgets", "Evidence", "Finding", "OrchestrationStatus",
    "RouteType", "Task", "TaskEvent", "TaskInput", "TaskOrchestrator", "TaskResult", "TaskStream", "Verdict",
    "check_answer", "critique", "run_minimal_task",
]  # fmt: skip
_HOMES = {
    "AcceptanceCriteria": "criteria", "Budgets": "criteria", "CHART": "chart", "Evidence": "record", "FLOW": "flow",
    "Finding": "critic", "OrchestrationStatus": "criteria", "REACT": "react.flow", "RouteType": "criteria",
    "Task": "record", "TaskEvent": "orchestrator", "TaskInput": "record", "TaskOrchestrator": "orchestrator",
    "TaskResult": "orchestrator", "TaskStream": "orchestrator",
    "Verdict": "critic", "check_answer": "critic", "critique": "critic", "run_minimal_task": "orchestrator",
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
