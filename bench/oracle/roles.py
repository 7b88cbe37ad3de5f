"""The roles that the server answers: how each is named in a request, and which function answers it.

This is the one place to change when a flow renames a role, splits it or asks for another form.
"""

from __future__ import annotations

from collections.abc import Callable

from bench.oracle import mission, notes, support, task
from bench.oracle.gold import Meaning
from bench.oracle.request import Request
from bench.oracle.shown import Answer

Function = Callable[[Request, Meaning], Answer]
EVERYWHERE: dict[str, Function] = {"probe": support.probe, "support": support.support}
BY_FLOW: dict[str, dict[str, Function]] = {
    "mission": {
        "planner": mission.planner,
        "query-writer": mission.query_writer,
        "judge": mission.judge,
        "reader": mission.reader,
        "resolver": mission.resolver,
        "section": mission.section_writer,
        "section-writer": mission.section_writer,
        "bottom-line": mission.bottom_line,
        "reflector": mission.reflector,
        "appraiser": mission.appraiser,
    },
    "task": {
        "planner": task.planner,
        "agent": task.agent,
        "thinker": task.agent,
        "critic": task.critic,
        "judge": task.critic,
        "merger": task.merger,
    },
    "notes": {
        "router": notes.router,
        "parser": notes.parser,
        "planner": notes.planner,
        "analyst": notes.analyst,
        "writer": notes.writer,
        "evaluator": notes.evaluator,
        "observer": notes.observer,
    },
}
KNOWN = {name for flow in BY_FLOW.values() for name in flow} | set(EVERYWHERE)


def function_of(flow: str, role: str) -> Function | None:
    """Return what answers a role of a flow, or None where the role is unknown."""
    return BY_FLOW.get(flow, {}).get(role) or EVERYWHERE.get(role)
