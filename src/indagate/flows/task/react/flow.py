"""The ReAct agent: the flow put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from indagate.engine import Log, Row
from indagate.flow import Flow, steps_of
from indagate.flows.task.react import steps
from indagate.flows.task.react.chart import CHART, EMITS, Thought, ToolUsed
from indagate.flows.task.react.record import React, ReactInput
from indagate.flows.task.roles.thinker import THINKER
from indagate.number import count

__all__ = ["REACT"]


def _line(row: Row, event: object, record: React) -> str | None:
    match event:
        case Thought(thought=thought):
            return f"thought: {thought}"
        case ToolUsed():
            return f"{event.tool} {event.arguments}: {event.status} {event.text[:500]}"
    return f"{row.stands}: {record.answer or record.reason}" if row.kind == "move" and row.stands != "THINK" else None


def _details(react: React) -> Mapping[str, Any]:
    return {"goal": react.input.goal, "subgoal": react.input.subgoal, "answer": react.answer, "turns": react.turns}


REACT = Flow(
    chart=CHART,
    record=React,
    input=ReactInput,
    steps=steps_of(CHART, steps),
    emits=EMITS,
    views=[Log("agent.log", _line)],
    roles=(THINKER,),
    summary=lambda react: react.answer or react.reason or f"{react.state}: {count(react.turns, 'turn')}",
    details=_details,
    prefix="REACT",
    doc="an agent that thinks, uses tools, and thinks again",
)
