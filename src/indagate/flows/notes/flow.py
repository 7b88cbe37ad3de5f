"""Notes: the flow put together."""

from __future__ import annotations

from indagate.engine import Signal
from indagate.flow import Flow, steps_of
from indagate.flows.notes import steps
from indagate.flows.notes.chart import CHART, EMITS, UserAnswered, UserDeclined
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.roles import ROLES
from indagate.flows.notes.tools import refuse_nowhere
from indagate.flows.notes.verify import check
from indagate.flows.notes.views import brief, details, outcome, summary
from indagate.flows.notes.wire import NotesWire

__all__ = ["FLOW"]

FLOW = Flow(
    chart=CHART,
    record=Notes,
    input=NotesInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    signals=(
        Signal("answer", UserAnswered, "tell what was asked"),
        Signal("decline", UserDeclined, "rather not say: the answer names the gap"),
    ),
    roles=ROLES,
    outcome=outcome,
    summary=summary,
    details=details,
    brief=brief,
    check=check,
    wire=NotesWire,
    refuse=refuse_nowhere,
    prefix="N",
    doc="an assistant over your own log, with domain expertise that loads on demand",
)
