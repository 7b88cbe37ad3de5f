"""Questions to documents that a mission answers, with hours and years computed where it gives only their ends."""

from __future__ import annotations

import re
from typing import Any

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.cover import covers
from indagate.flows.task.offline.goal import Goal, plain_numbers, spoken_in
from indagate.flows.task.offline.move import resign, result_of, seen_of, use
from indagate.flows.task.offline.parts import derived, numbers_in, wants_computing
from indagate.flows.task.offline.wording import computed
from indagate.tools.calculator.dimension import measure

_STATED = (
    (r"average|mean|durchschnitt\w*|mittelwert\w*|im schnitt|средн\w+|в среднем",
     r"average|mean|durchschnitt\w*|im schnitt|средн\w+"),
    (r"in all|altogether|in total|total|together|combined|insgesamt|zusammen|всего|вместе|в сумме",
     r"in total|total|altogether|in all|together|combined|insgesamt|zusammen|gesamt\w*|всего|итого|вместе|общ\w+"),
    (r"left|left over|remain\w*|unused|unspent|übrig\w*|verblei\w+|остал\w+|оста[её]тся",
     r"left|remain\w*|unused|übrig\w*|остал\w+|оста[её]тся"),
    (r"how many times|wie ?viel ?mal|во сколько раз", r"times|mal|в"),
    (r"(?:what|which) (?:percentage|share|proportion|fraction)|how many per ?cent|wie ?viele? prozent|welcher anteil|"
     r"какая доля|какой процент|(?:на )?сколько процентов", r".*(?:%|per ?cent|prozent|процент\w*)"),
    (r"differ\w*|how (?:much|many) (?:more|less|fewer|longer|higher|cheaper|older|larger)|sav(?:e|es|ing)|"
     r"unterschied\w*|"
     r"um wie ?viele?|wie ?viele? (?:mehr|weniger)|разниц\w+|на сколько|насколько",
     r"more|less|fewer|difference|save[sd]?|mehr|weniger|unterschied|больше|меньше"),
)  # fmt: skip
"""Words for what is to be computed, and those by which a sentence says the outcome itself."""
_HOW_MANY = re.compile(r"\b(?:how many|wie ?viele?|сколько)\s+(?P<unit>[^\W\d_]+)", re.IGNORECASE)
_PART_OF = re.compile(r"\d\s*(?:%|per ?cent|prozent|процент\w*)\s+(?:of|von|der|des|от)\b", re.IGNORECASE)
"""A percentage that the goal itself names: what it is of has to be looked up, and no sentence states the outcome."""
_IN_UNIT = re.compile(
    r"^(?P<base>.+?),?\s+(?:in|expressed in|umgerechnet in|gemessen in|в)\s+(?P<unit>[^\s,?]+(?: [^\s,?]+)?)\s*\?*$",
    re.IGNORECASE,
)


LISTED = 3
"""Numbers in what is one answer at most."""


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
    return resign("not_found", "the documents do not say it")


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
    if _lists(goal, plain):
        return resign("needs_model", f"the documents list several: {said[:300]} Which of them holds no rule can tell")
    expression = derived(goal, plain) if not unit and covers(goal, said, half=True) else ""
    if not expression and (_to_compute(goal, plain) or wants_computing(goal, plain, unit)):
        why = f"the documents say: {said[:300]} What follows for the goal no rule can compute"
        return resign("needs_model", why)
    if not expression or "calculate" not in asked.names:
        return Thinking("The documents say it.", answer=said)
    seen = seen_of(asked, "calculate", {"expression": expression})
    if seen is None:
        return use("What is asked follows from that.", "calculate", expression=expression)
    if seen.status != "SUCCESS":
        return Thinking("The documents say it.", answer=said)
    return Thinking("The answer follows.", answer=f"{computed(expression, seen.text, goal.language)}\n\n{said}")


_ONE_SUM = re.compile(
    r"\b(?:what (?:do|does|will|would|did) .*\b(?:cost|pay|owe|come to|charged?)|how much|what share|ratio|"
    r"was (?:kostet|kosten|zahl\w*|bezahl\w*|muss|macht)|wie ?viel|wie hoch|"
    r"сколько (?:стоит|стоят|нужно|надо|заплат\w+|будет)|во сколько|отношение)\b",
    re.IGNORECASE,
)


def _lists(goal: Goal, said: str) -> bool:
    """Whether a goal wants one number and what was said is a list or a table of many."""
    return bool(_ONE_SUM.search(goal.text)) and len({one.amount for one in numbers_in(said)}) > LISTED


def _other_unit(goal: Goal, said: str) -> str:
    """Return the unit that a goal asks for where a sentence has numbers of other units only."""
    asked = _HOW_MANY.search(goal.plain)
    wanted = measure(asked["unit"].casefold()) or measure(asked["unit"]) if asked else None
    if asked is None or not wanted or not re.search(r"\d", said):
        return ""
    known = [measure(one.unit) or measure(one.unit.casefold()) for one in numbers_in(said)]
    same = any(one and one.powers == wanted.powers and one.factor == wanted.factor for one in known)
    return "" if same else asked["unit"]


def _to_compute(goal: Goal, said: str) -> bool:
    """Whether a goal asks for something to be computed that a sentence does not say itself."""
    if _PART_OF.search(goal.plain):
        return True
    for asked, stated in _STATED:
        if re.search(rf"\b(?:{asked})\b", goal.plain, re.IGNORECASE):
            return not re.search(rf"\b(?:{stated})", said, re.IGNORECASE)
    return False
