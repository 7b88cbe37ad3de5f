"""An agent that follows rules: it recognises what a goal asks for, and uses the tools that answer that."""

from __future__ import annotations

import re
from datetime import date

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline import creative, derive, documents, exchange, tables
from indagate.flows.task.offline.arithmetic import expression_of, undefined
from indagate.flows.task.offline.goal import Goal, read_goal
from indagate.flows.task.offline.move import resign, seen_of, use
from indagate.flows.task.offline.wording import computed, no_value

NEEDS_MODEL = "this goal needs a model: no rule can do it. Give one with --model, or INDAGATE_MODEL"

_YEARS_ONLY = re.compile(r"(?:mean|median|sum)\((?:(?:19|20)\d\d(?:, )?)+\)")


def think(asked: ThinkQuestion) -> Thinking:
    """Return the next step towards a goal, or the answer, or why there is none.

    The same turns give the same step: a plan is made anew each time from what was found.
    """
    if asked.subgoal in ("creative", "creative ideas"):
        return resign("needs_model", NEEDS_MODEL)
    goal = read_goal(asked.goal)
    if asked.subgoal == "synthesize" and asked.background:
        return Thinking("What was found before is the answer.", answer=asked.background.split(": ", 1)[-1].strip())
    if creative.needs_model(asked.goal):
        return resign("needs_model", NEEDS_MODEL)
    changed = exchange.step(goal, asked)
    if changed is not None:
        return changed
    today = date.fromisoformat(asked.today)
    expression = expression_of(goal, today)
    if not expression and (nothing := undefined(goal, today)):
        return Thinking("That has no value.", answer=no_value(nothing, goal.language))
    if expression and _YEARS_ONLY.fullmatch(expression) and {"research", "query_tables"} & asked.names:
        expression = ""  # the mean of two years is asked of what the material says of them
    if expression and "calculate" in asked.names:
        return _compute(goal, expression, asked)
    found = None
    if "query_tables" in asked.names:
        found = tables.step(goal, asked)
        if found is not None and found.error != "not_found":
            return found
    worked = documents.step(goal, asked)
    if worked is not None:
        return worked
    if "research" in asked.names:
        return derive.step(goal, asked)
    return found or resign("needs_model", NEEDS_MODEL)


def _compute(goal: Goal, expression: str, asked: ThinkQuestion) -> Thinking:
    seen = seen_of(asked, "calculate", {"expression": expression})
    if seen is None:
        return use("This can be computed.", "calculate", expression=expression)
    if seen.status != "SUCCESS":
        return resign("needs_model", f"the calculator cannot do it: {seen.text}")
    return Thinking("The calculator says it.", answer=computed(expression, seen.text, goal.language))
