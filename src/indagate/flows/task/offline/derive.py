"""Questions to documents: looked up by a mission, and computed on where the answer gives only the parts."""

from __future__ import annotations

import re
from typing import Any

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.cover import covers, spans_of
from indagate.flows.task.offline.goal import Goal, plain_numbers, spoken_in
from indagate.flows.task.offline.move import resign, result_of, seen_of, use
from indagate.flows.task.offline.operands import combined, deed_of
from indagate.flows.task.offline.parts import derived, numbers_in, wants_computing
from indagate.flows.task.offline.wording import computed
from indagate.tools.calculator.dimension import measure

_STATED = {
    "mean": r"average|mean|durchschnitt\w*|im schnitt|средн\w+",
    "sum": r"in total|total|altogether|in all|together|combined|insgesamt|zusammen|gesamt\w*|всего|итого|вместе|общ\w+",
    "rest": r"left|remain\w*|unused|übrig\w*|остал\w+|оста[её]тся",
    "ratio": r"per|pro|je|for each|times|an?|на|за|в|mal",
    "since": r"years (?:after|before|later)|Jahre (?:nach|vor|später)|лет",
    "difference": r"more|less|fewer|difference|mehr|weniger|unterschied|больше|меньше|на",
}
"""Words by which a sentence says itself what a goal would have computed."""
_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele?|сколько)\s+(?P<unit>[^\W\d_]+)", re.IGNORECASE)
_PART_OF = re.compile(r"\d\s*(?:%|per ?cent|prozent|процент\w*)\s+(?:of|von|der|des|от)\b", re.IGNORECASE)
"""A percentage that the goal itself names: what it is of has to be looked up, and no sentence states the outcome."""
PASSAGES = 4
"""Passages in which parts of an answer are looked for."""
_IN_UNIT = re.compile(
    r"^(?P<base>.+?),?\s+(?:in|expressed in|umgerechnet in|gemessen in|в)\s+(?P<unit>[^\s,?]+(?: [^\s,?]+)?)\s*\?*$",
    re.IGNORECASE,
)


def step(goal: Goal, asked: ThinkQuestion) -> Thinking:
    """Return the next step towards the answer to a question that documents may hold."""
    question, unit = _base(goal)
    thought = "The documents may say it."
    for wording in dict.fromkeys((question, goal.text)):
        seen = seen_of(asked, "research", {"question": wording})
        if seen is None:
            return use(thought, "research", question=wording)
        found = result_of(seen)
        if not found:
            return resign("not_found", f"the documents could not be asked: {seen.text[:300]}")
        if found["answered"]:
            return _answered(goal, unit, found, asked)
        thought = "Asked in its own words they may."
    return _from_passages(goal, asked, resign("not_found", "the documents do not say it"))


def _from_passages(goal: Goal, asked: ThinkQuestion, nothing: Thinking) -> Thinking:
    """Return what can be computed from a passage that holds all that the goal names, though it says no answer."""
    if not {"search_documents", "calculate"} <= asked.names:
        return nothing
    seen = seen_of(asked, "search_documents", {"limit": PASSAGES, "query": goal.text[:400]})
    if seen is None:
        return use("Perhaps they give its parts.", "search_documents", query=goal.text[:400], limit=PASSAGES)
    for passage in result_of(seen) or []:
        expression, said = combined(goal, passage["text"])
        if expression:
            return _computed(goal, expression, said, asked) or nothing
    for passage in result_of(seen) or []:
        whole = f"{passage['title']} {passage['heading']} {passage['text']}"
        if deed_of(goal) or not covers(goal, whole):
            continue
        for said in spans_of(passage["text"]):
            plain = plain_numbers(said, spoken_in(said))
            expression = derived(goal, plain, "") if covers(goal, said, half=True) else ""
            if expression:
                return _computed(goal, expression, said, asked) or nothing
    return nothing


def _base(goal: Goal) -> tuple[str, str]:
    """Return the question without the unit that its answer is wanted in, and that unit."""
    found = _IN_UNIT.match(goal.text.strip())
    if found and measure(found["unit"].casefold() if len(found["unit"]) > 3 else found["unit"]):
        return f"{found['base'].rstrip(' ,')}?", found["unit"]
    return goal.text, ""


def _answered(goal: Goal, unit: str, found: Any, asked: ThinkQuestion) -> Thinking:
    """Return the answer as it was found, or what is computed from it."""
    said = str(found["answer"])
    plain = plain_numbers(said, spoken_in(said))
    unit = unit or _other_unit(goal, plain)
    expression, _ = combined(goal, said)
    expression = expression or derived(goal, plain, unit)
    if not expression and (_to_compute(goal, plain) or wants_computing(goal, plain, unit)):
        why = f"the documents say: {said[:300]} What follows for the goal no rule can compute"
        return _from_passages(goal, asked, resign("needs_model", why))
    if not expression or "calculate" not in asked.names:
        return Thinking("The documents say it.", answer=said)
    return _computed(goal, expression, said, asked) or Thinking("The documents say it.", answer=said)


def _other_unit(goal: Goal, said: str) -> str:
    """Return the unit that a goal asks for where a sentence has numbers of other units only."""
    asked = _HOW_MANY.search(goal.plain)
    wanted = measure(asked["unit"].casefold()) or measure(asked["unit"]) if asked else None
    if asked is None or not wanted or not re.search(r"\d", said):
        return ""
    known = [measure(one.unit) or measure(one.unit.casefold()) for one in numbers_in(said)]
    return (
        ""
        if any(one and one.powers == wanted.powers and one.factor == wanted.factor for one in known)
        else asked["unit"]
    )


def _to_compute(goal: Goal, said: str) -> bool:
    """Whether a goal asks for a figure that a sentence with several numbers, or years, does not state itself."""
    if _PART_OF.search(goal.plain):
        return True
    deed = deed_of(goal)
    stated = deed in _STATED and re.search(rf"\b(?:{_STATED[deed]})\b", said, re.IGNORECASE)
    if deed in ("percent", "share"):
        return not re.search(r"%|per ?cent|prozent|процент", said, re.IGNORECASE)
    return bool(deed) and not stated and len(re.findall(r"\d+(?:\.\d+)?", said)) > 0


def _computed(goal: Goal, expression: str, said: str, asked: ThinkQuestion) -> Thinking | None:
    """Return the step that computes with what was found; None if that cannot be done."""
    seen = seen_of(asked, "calculate", {"expression": expression})
    if seen is None:
        return use("The documents give the parts; the rest is arithmetic.", "calculate", expression=expression)
    if seen.status != "SUCCESS":
        return None
    value = computed(expression, seen.text, goal.language)
    return Thinking("Looked up, then computed.", answer=f"{value}\n\n{said}")
