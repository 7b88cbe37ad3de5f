"""Notes: the flow put together."""

from __future__ import annotations

from indagate.engine import Signal
from indagate.flows.notes import steps
from indagate.flows.notes.chart import CHART, EMITS, UserAnswered, UserDeclined
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.roles import ROLES
from indagate.flows.notes.showing import brief, outcome, summary
from indagate.lab import Flow, steps_of

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
    brief=brief,
    prefix="N",
    doc="an assistant over your own log, with domain expertise that loads on demand",
)
