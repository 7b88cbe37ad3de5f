"""The roles of the notes flow, a module each: question, answer, checks and rule; the prompt lies beside it."""

from __future__ import annotations

from indagate.flow.roles.support import SUPPORT
from indagate.flows.notes.roles.analyst import ANALYST
from indagate.flows.notes.roles.clarifier import CLARIFIER
from indagate.flows.notes.roles.evaluator import EVALUATOR
from indagate.flows.notes.roles.observer import OBSERVER
from indagate.flows.notes.roles.parser import PARSER
from indagate.flows.notes.roles.planner import PLANNER
from indagate.flows.notes.roles.router import ROUTER
from indagate.flows.notes.roles.writer import WRITER

ROLES = (ROUTER, PARSER, PLANNER, ANALYST, CLARIFIER, WRITER, SUPPORT, EVALUATOR, OBSERVER)

__all__ = ["ANALYST", "CLARIFIER", "EVALUATOR", "OBSERVER", "PARSER", "PLANNER", "ROLES", "ROUTER", "WRITER"]
