"""Report: the flow put together."""

from __future__ import annotations

from indagate.flow import Flow, Unpaid, steps_of
from indagate.flows.report import steps
from indagate.flows.report.chart import CHART, EMITS
from indagate.flows.report.record import Report, ReportInput
from indagate.flows.report.roles import ROLES
from indagate.flows.report.verify import check
from indagate.flows.report.views import SIGNAL, VIEWS, details, outcome, summary, tree
from indagate.flows.report.wire import ReportWire

__all__ = ["FLOW"]


def _reaches(given: ReportInput) -> str:
    from indagate.flows.report.remote import receivers

    places = receivers(given.remote)
    return f"series are asked for at {', '.join(places)}" if places else ""


FLOW = Flow(
    chart=CHART,
    record=Report,
    input=ReportInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    views=VIEWS,
    roles=ROLES,
    outcome=outcome,
    summary=summary,
    details=details,
    tree=tree,
    reaches=_reaches,
    folders=lambda given: tuple(filter(None, (given.corpus,))),
    unpaid_event=lambda report, role: None if role.name in report.unasked else Unpaid(role.name),
    check=check,
    signal_line=SIGNAL,
    wire=ReportWire,
    prefix="RP",
    doc="from a question and data to an illustrated report in HTML, PDF and XLSX",
)
