"""What can be checked of an answer without judging it, from how it came about: parts, numbers, units."""

from __future__ import annotations

import re
from dataclasses import dataclass

from indagate.evidence.holding import missing_numbers
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.support import Grounds, left_to_judgement
from indagate.flows.task.critic.verdict import Finding
from indagate.flows.task.critic.visible import plain, split_blocks
from indagate.flows.task.plan import Wanted
from indagate.models.value import leaves, mistakes
from indagate.unit import lookup

CAP = 0.4
"""The most that an answer scores with a part unanswered, a number from nowhere, or of the wrong dimension."""
_MARKER = re.compile(r"^[ \t]*(?:\d{1,3}[.)]|[-*+])[ \t]+", re.MULTILINE)
_TIMES = re.compile(r"(?<=[\d)])[ \t]*\*{1,2}[ \t]*(?=[\d(])")
_MEASURING = ("number", "percent", "money")
_CITED = re.compile(r"\[[^\[\]\n]{1,200}\](?:\([^()\s]*\))?")


@dataclass(frozen=True, slots=True)
class Worked:
    """How an answer came about.

    `shown` is what tools and the user's sources showed, `computed` those texts that a computation gave as a bare
    number, `queried` those with cells; `unanswered` are the questions of agents that gave no answer;
    `closed` says that there was material to answer from, so that no number may come from elsewhere. `form` is the
    JSON Schema that the answer has to be of; `put_in` are numbers that nobody gave and an agent calculated with.
    """

    goal: str
    wanted: tuple[Wanted, ...] = ()
    shown: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    closed: bool = False
    computed: tuple[str, ...] = ()
    queried: tuple[str, ...] = ()
    form: str = ""
    put_in: tuple[str, ...] = ()


def worked_checks(answer: str, work: Worked) -> list[Finding]:
    """Return what the checks find."""
    found = [Finding("part", False, f"a part has no answer: {part}", CAP) for part in work.unanswered]
    if work.form:
        wrong = mistakes(answer, work.form)
        found.append(Finding("form", not wrong, wrong[0] if wrong else "the answer is of the form asked for", CAP))
    prose = plain("\n".join(text for _, text in leaves(answer, work.form))) if work.form else _prose(answer)
    found.append(_numbers(prose, work))
    dimensions = (_dimension(prose, one, bare=bool(work.form)) for one in work.wanted)
    return [*found, *(finding for finding in dimensions if finding is not None)]


def _prose(answer: str) -> str:
    """Return what a reader sees without code, list marks and citations: what is left states something."""
    text, _ = split_blocks(_TIMES.sub(" × ", answer))
    return plain(_CITED.sub(" ", _MARKER.sub("", re.sub(r"`[^`\n]*`", " ", text))))


def _numbers(prose: str, work: Worked) -> Finding:
    missing = missing_numbers(prose, work.goal, *work.shown)
    if missing:
        held = {one.text for one in quantities(prose) if rounded(one, work)}
        held |= {*left_to_judgement(prose, missing, Grounds(work.shown, asked=(work.goal,)))}
        missing = [text for text in missing if text not in held]
    if not missing:
        return Finding("numbers", True, "each number was shown by a tool, a source or the goal")
    told = f"in no tool's result, no source and not in the goal: {', '.join(dict.fromkeys(missing))}"
    put_in = ", ".join(dict.fromkeys(work.put_in))
    told += f"; a calculation rests on numbers that the agent put in: {put_in}" if put_in else ""
    return Finding("numbers", not work.closed, told, CAP if work.closed else 1.0)


def rounded(stated: Quantity, work: Worked) -> bool:
    """Whether a result of a tool rounds to a stated number at the digits that it shows, two of them at least.

    What a calculation gives without a unit may be stated in the unit of what it was computed from; a cell's number
    keeps its own. A number stated without a unit, as in a formula, may have been shown with one; a date is none.
    """
    if stated.unit is None and stated.dated is None:
        told = (number for text in (work.goal, *work.shown) for number in quantities(text))
        if any(number.value == stated.value * number.factor for number in told if number.kind in _MEASURING):
            return True
    bare = [number for text in work.computed for number in quantities(text) if number.unit is None]
    like = [number for text in (*work.computed, *work.queried) for number in quantities(text)]
    exact = [number.value * stated.factor for number in bare if number.kind == "number"]
    exact += [number.value for number in like if number.unit == stated.unit]
    return stated.dated is None and any(
        value == stated.value or (abs(value - stated.value) <= stated.step / 2 and abs(value) >= 10 * stated.step)
        for value in exact
    )


def _dimension(prose: str, wanted: Wanted, *, bare: bool = False) -> Finding | None:
    """Return whether a quantity that is asked for in a unit is given in one that measures the same.

    With `bare` a number may stand without its unit: a form may have no place for it.
    """
    unit = lookup(wanted.unit) if wanted.unit else None
    if unit is None:
        return None
    given = [one for one in quantities(prose) if one.value and one.kind in _MEASURING and (one.unit or not bare)]
    if not given:
        return None  # nothing is said in numbers, or that there is none: whether that answers is for the judge
    good = any(one.unit == unit.canonical for one in given)
    told = f"{wanted.what}: " + (f"given in {wanted.unit} or a like unit" if good else f"no value in {wanted.unit}")
    return Finding("dimension", good, told, 1.0 if good else CAP)
