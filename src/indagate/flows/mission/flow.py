"""Mission: the flow put together."""

from __future__ import annotations

from indagate.engine import Signal
from indagate.flow import Flow, Unpaid, steps_of
from indagate.flow.roles.support import SUPPORT
from indagate.flows.mission import steps, views
from indagate.flows.mission.again import AGAIN
from indagate.flows.mission.appraising import APPRAISER
from indagate.flows.mission.chart import CHART, EMITS, Amended, Approved, Steered, WentOn, WriteNow
from indagate.flows.mission.planner import PLANNER
from indagate.flows.mission.reader import READER
from indagate.flows.mission.record import Mission, MissionInput
from indagate.flows.mission.reflector import REFLECTOR
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searcher import JUDGE, QUERY_WRITER
from indagate.flows.mission.steering import STEERER, admit
from indagate.flows.mission.verify import check
from indagate.flows.mission.wire import MissionWire
from indagate.flows.mission.writer import BOTTOM_LINE, SECTION_WRITER

__all__ = ["FLOW"]
ROLES = (PLANNER, QUERY_WRITER, JUDGE, READER, APPRAISER, REFLECTOR, RESOLVER, STEERER, SECTION_WRITER, BOTTOM_LINE)


def _nobody_to_ask(mission: Mission) -> object | None:
    """Approve the plan, and go on after a failed critical task, where the user said that nobody is to be asked."""
    if not mission.input.approve:
        return None
    if mission.state == "AWAITING_APPROVAL":
        return Approved(by="--yes")
    if mission.state == "AWAITING_USER" and mission.asked is not None and mission.asked.task:
        return WentOn()
    return None


def _reaches(given: MissionInput) -> str:
    from indagate.tools.web.provider import reached

    return reached(given.providers if given.web else (), given.urls)


FLOW = Flow(
    chart=CHART,
    record=Mission,
    input=MissionInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    signals=(
        Signal("approve", Approved, "let the plan pass, perhaps with a directive"),
        Signal("amend", Amended, "have the plan changed: say how"),
        Signal("answer", WentOn, "go on, perhaps with a directive"),
        Signal("write", WriteNow, "write the report now, from what there is"),
        Signal("steer", Steered, "add a directive while the run goes on"),
    ),
    views=views.VIEWS,
    roles=(*ROLES, SUPPORT),
    unattended=_nobody_to_ask,
    outcome=views.outcome,
    summary=views.summary,
    details=views.details,
    tree=views.tree,
    authors=views.authors,
    check=check,
    brief=views.brief,
    expected=views.expected,
    graph=views.GRAPH,
    reaches=_reaches,
    folders=lambda given: (given.corpus,) if given.corpus and not given.follows else (),
    wire=MissionWire,
    archived=views.archived,
    again=AGAIN,
    admit=admit,
    unpaid_event=lambda _, role: Unpaid(role.name),
    prefix="DR",
    doc="deep research over documents, with archived and quoted evidence",
)
