"""Which queries of a model may go to the web where a mission also reads a folder: see docs/web.md."""

from __future__ import annotations

from indagate.flow import Context
from indagate.flows.mission.planner import PLANNER
from indagate.flows.mission.record import Mission
from indagate.flows.mission.searcher import QUERY_WRITER
from indagate.models import RULE

SEARCH = "web_search"
_QUESTION = 400


def guarded(ctx: Context[Mission]) -> bool:
    """Whether a model that sees a folder chooses what is asked of others."""
    given = ctx.record.input
    if not (given.corpus and given.web) or SEARCH in given.allow:
        return False
    return any(ctx.answered_by(role) != RULE for role in (PLANNER, QUERY_WRITER))


def said(mission: Mission, task: str) -> str:
    """Return what the person said: the question, and the directive that a task follows."""
    name = mission.tasks[task].dimension
    return "\n".join((mission.input.question, name if name in mission.directives else ""))


def instead(mission: Mission) -> str:
    """Return what is asked of the web where a query may not leave: the question, as the person put it."""
    return " ".join(mission.input.question.split())[:_QUESTION]
