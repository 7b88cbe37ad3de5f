"""Notes: the flow put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from indagate.engine import Signal
from indagate.errors import InputError
from indagate.flows.notes import steps
from indagate.flows.notes.chart import CHART, EMITS, UserAnswered, UserDeclined
from indagate.flows.notes.record import Notes, NotesInput
from indagate.flows.notes.roles import ROLES
from indagate.flows.notes.showing import brief, outcome, summary
from indagate.lab import Flow, steps_of

__all__ = ["FLOW"]


def _answered() -> Callable[[str], Any]:
    def make(text: str) -> Any:
        if not text.strip():
            raise InputError('answer needs a text: indagate answer RUN "…" (or indagate signal RUN decline)')
        return UserAnswered(text)

    return make


FLOW = Flow(
    chart=CHART,
    record=Notes,
    input=NotesInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    signals=(
        Signal("answer", UserAnswered, "tell what was asked", make=_answered()),
        Signal("decline", UserDeclined, "rather not say: the answer names the gap"),
    ),
    roles=ROLES,
    outcome=outcome,
    summary=summary,
    brief=brief,
    prefix="N",
    doc="an assistant over your own log, with domain expertise that loads on demand",
)
