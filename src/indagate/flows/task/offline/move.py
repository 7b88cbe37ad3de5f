"""The moves of the agent that follows rules: use a tool, look at what a call showed, give up by name."""

from __future__ import annotations

import json
from typing import Any

from indagate.flows.task.ask import Seen, Thinking, ThinkQuestion
from indagate.flows.task.react.chart import Call


def use(thought: str, tool: str, **arguments: object) -> Thinking:
    """Return the wish to use a tool."""
    return Thinking(thought, (Call(tool, json.dumps(arguments, ensure_ascii=False, sort_keys=True)),))


def seen_of(asked: ThinkQuestion, tool: str, arguments: dict[str, object]) -> Seen | None:
    """Return what became of a call, if it was made."""
    for turn in asked.turns:
        for seen in turn.seen:
            if seen.tool == tool and _same(seen.arguments, arguments):
                return seen
    return None


def _same(text: str, arguments: dict[str, object]) -> bool:
    try:
        return bool(json.loads(text) == arguments)
    except ValueError:
        return False


def resign(error: str, reason: str) -> Thinking:
    """Return that the goal cannot be reached: `error` is a name, `reason` a sentence."""
    thought = "No rule reaches this goal." if error == "needs_model" else "It is not there."
    return Thinking(thought, (), "", error, reason)


def result_of(seen: Seen) -> Any:
    """Return what a call brought, as plain data; None where it is none, or was cut."""
    try:
        return json.loads(seen.text) if seen.status == "SUCCESS" else None
    except ValueError:
        return None
