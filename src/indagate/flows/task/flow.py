"""Task: the flow put together."""

from __future__ import annotations

from indagate.flow import Flow, steps_of
from indagate.flows.task import steps
from indagate.flows.task.chart import CHART, EMITS
from indagate.flows.task.record import Task, TaskInput
from indagate.flows.task.roles import ROLES
from indagate.flows.task.verify import check
from indagate.flows.task.views import VIEWS, details, outcome, summary
from indagate.flows.task.wire import TaskWire

__all__ = ["FLOW"]


def _reaches(given: TaskInput) -> str:
    from indagate.flows.task.kit import receivers
    from indagate.tools.web.provider import reached

    material = given.material
    web = reached(material.providers if material.web else ())
    servers = receivers(material)
    return "; ".join(filter(None, (web, f"arguments of tools go to {', '.join(servers)}" if servers else "")))


FLOW = Flow(
    chart=CHART,
    record=Task,
    input=TaskInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    views=VIEWS,
    roles=ROLES,
    outcome=outcome,
    summary=summary,
    details=details,
    check=check,
    reaches=_reaches,
    folders=lambda given: tuple(filter(None, (given.material.corpus,))),
    tables=lambda given: tuple(filter(None, (given.material.data,))),
    wire=TaskWire,
    prefix="TASK",
    doc="one goal, a ReAct agent, and a critic that can say no",
)
