"""Working out from documents what a goal asks for: which way fits it, and what it rests on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from indagate.flows.task.offline.documents.amount import known
from indagate.flows.task.offline.documents.asked import asked_for
from indagate.flows.task.offline.documents.bill import bill
from indagate.flows.task.offline.documents.chain import Chains
from indagate.flows.task.offline.documents.fact import Book, Fact
from indagate.flows.task.offline.documents.fit import Part, Reading, reading_of
from indagate.flows.task.offline.documents.many import added_up, both
from indagate.flows.task.offline.documents.pair import apart, over_years, summed
from indagate.flows.task.offline.documents.quotient import among
from indagate.flows.task.offline.documents.share import of_given, of_said, share
from indagate.flows.task.offline.documents.span import moment, stretch, years_between
from indagate.flows.task.offline.documents.tier import break_even, in_steps, profit
from indagate.flows.task.offline.documents.value import values
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.goal import Goal

ENOUGH = 1.0
"""How well a total that a sentence only implies has to fit to be the answer."""
_HOW_MANY_UNITS = re.compile(r"\b(?:how many|wie ?viele?|на сколько|сколько)\s+(?P<unit>[^\W\d_]+)", re.IGNORECASE)
_SMALL = re.compile(r"\b(?:in|how many|wie ?viele?|сколько|в)\s+(?P<unit>pence|cents?|копе\w+)\b", re.IGNORECASE)


def work_out(goal: Goal, book: Book) -> Worked | None:
    """Return what can be worked out; None where no way fits, or an operand is not clear."""
    reading = reading_of(asked_for(goal, book.heads), book)
    for way in WAYS:
        found = way(reading)
        if found is not None:
            return _in_small(reading, _in_named(reading, found))
    return None


def _in_named(reading: Reading, found: Worked) -> Worked:
    """Return a measure in the unit that the goal names: how many feet higher."""
    named = _HOW_MANY_UNITS.search(reading.asked.text)
    unit = named["unit"] if named else reading.asked.target.unit
    own, other = known(found.unit) if found.unit else None, known(unit) if unit else None
    if not own or not other or own.powers != other.powers or own.factor == other.factor or " in " in found.expression:
        return found
    return replace(found, expression=f"({found.expression}) {found.unit} in {unit}", unit="")


def _in_small(reading: Reading, found: Worked) -> Worked:
    """Return a sum of money in pence, cents or kopecks where the goal asks for these."""
    asked = _SMALL.search(reading.asked.text)
    if asked is None or found.unit not in ("£", "€", "$", "рублей"):
        return found
    return replace(found, expression=f"({found.expression}) * 100", unit=asked["unit"])


def joined(reading: Reading) -> Worked | None:
    """Return what all words and numbers of a goal come to: so many at a price, a rate by a quantity, other units."""
    asked = reading.asked
    if asked.has("grew", "difference", "percent", "times") or (len(asked.years) > 1):
        return None
    best = reading.best(values(reading, asked.words, asked.numbers, asked.target))
    if best is None:
        return chained(reading)
    part = best[1]
    fact = part.number
    if fact is not None and part.expression == fact.number and (other := _per_other(reading, fact)) is not None:
        return other
    if fact is not None and part.expression == fact.number and not (fact.spelled and best[0] > ENOUGH):
        return _converted(reading, fact) or chained(reading)
    unit = part.unit if part.top.money or known(part.unit) else ""
    return _in_target(reading, part, unit)


def chained(reading: Reading) -> Worked | None:
    """Return what a product of several numbers comes to whose units come out as asked."""
    asked = reading.asked
    chains = Chains(reading, asked.words, asked.numbers, asked.target)
    scored = [(reading.rate(asked.words, part), part) for part in chains.parts()]
    best = reading.best(scored)
    if best is None or (best[1].number is not None and best[1].expression == best[1].number.number):
        return None
    return Worked(best[1].expression, best[1].unit, best[1].facts)


def _in_target(reading: Reading, part: Part, unit: str) -> Worked:
    """Return what was worked out in the unit that the goal asks for."""
    named = reading.asked.target.unit
    own, other = known(unit) if unit else None, known(named) if named else None
    if own and other and own.powers == other.powers and own.factor != other.factor:
        return Worked(f"({part.expression}) {unit} in {named}", "", part.facts)
    return Worked(part.expression, unit, part.facts)


def _converted(reading: Reading, fact: Fact) -> Worked | None:
    """9.5 nautical miles: how many kilometres."""
    target = reading.asked.target
    own, other = fact.measure, known(target.unit) if target.unit else None
    if own is None or other is None or own.factor == other.factor or own.powers != other.powers or fact.per:
        return None
    return Worked(f"{fact.number} {fact.unit} in {target.unit}", "", (fact,))


def _per_other(reading: Reading, fact: Fact) -> Worked | None:
    """640 a month: how much a year."""
    target = reading.asked.target
    if not target.per or not fact.per:
        return None
    own, other = known(fact.per[0]), known(target.per[0])
    if own is None or other is None or own.powers != other.powers or own.factor == other.factor:
        return None
    ratio = other.factor / own.factor
    if ratio.denominator != 1 and ratio.numerator != 1:
        return None
    times = f"* {ratio.numerator}" if ratio.denominator == 1 else f"/ {ratio.denominator}"
    return Worked(f"{fact.number} {times}", fact.unit if fact.money or fact.measure else "", (fact,))


WAYS: tuple[Callable[[Reading], Worked | None], ...] = (
    moment, stretch, years_between, over_years, profit, in_steps, break_even, of_given, both, added_up, share, apart,
    among, of_said, joined, summed, bill,
)  # fmt: skip
"""Ways of working something out, each for goals of its own kind; the first that fits."""
