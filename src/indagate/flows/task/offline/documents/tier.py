"""Prices in steps, what a business is left with, when a dear thing pays: sums that take what everybody knows "
"of money."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import Part, Reading, counts
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.speech import INCOME, SPENT

_FIRST = re.compile(r"\b(?:first|initial|erste[nrsm]?|перв\w+)\b", re.IGNORECASE)
_FURTHER = re.compile(
    r"\b(?:further|additional|following|subsequent|extra|more|another|after that|thereafter|weitere[nrsm]?|"
    r"folgende[nrsm]?|zusätzliche\w*|danach|"
    r"следующ\w+|последующ\w+|дополнительн\w+)\b",
    re.IGNORECASE,
)
_PROFIT = re.compile(
    r"\b(?:profit\w*|surplus|gain|gewinn|überschuss|прибыл\w+|(?P<loss>loss|deficit|verlust|defizit|убыт\w+))\b",
    re.IGNORECASE,
)
_PAYS = re.compile(
    r"\b(?:pays? (?:off|for itself)|paid (?:off|for itself)|break(?:s)? even|worth (?:it|while|buying)|"
    r"worthwhile|lohnt|lohnen|amortisier\w*|rechnet sich|"
    r"ab (?:dem|der) wievielten|ab wie vielen|окуп\w+|выгодн\w+|(?:from|after) (?:how many|which|"
    r"what number)\b.*\b(?:cheaper|better))\b",
    re.IGNORECASE,
)
_STRICT = re.compile(r"\b(?:cheaper|billiger|günstiger|дешевле|выгодн\w+|less than|save)\b", re.IGNORECASE)


def in_steps(reading: Reading) -> Worked | None:
    """£14 for the first day, £9 for each further day: what so many days cost."""
    asked = reading.asked
    if asked.target.kind not in ("money", "any") or len(asked.numbers) != 1 or asked.has("difference", "percent"):
        return None
    number = asked.numbers[0]
    if number.value != int(number.value) or number.value < 2 or number.percent:
        return None
    found: list[tuple[float, Part]] = []
    facts = [fact for fact in reading.book.facts if fact.money and not fact.row]
    for first, further in pairwise(facts):
        if first.place[:2] != further.place[:2] or first.source != further.source or first.unit != further.unit:
            continue
        if not _FIRST.search(" ".join(first.near)) or not _FURTHER.search(" ".join((*further.near, *further.per))):
            continue
        if not _stepped(number, first, further):
            continue
        levels = reading.levels(asked.words, [first, further])
        score = reading.score(asked.words, levels | dict.fromkeys(number.nouns, 4.0))
        expression = f"{first.number} + ({number.value.normalize():f} - 1) * {further.number}"
        value = Fraction(first.amount) + (Fraction(number.value) - 1) * Fraction(further.amount)
        found.append((score, Part(expression, value, (first, further), first, levels, first.unit)))
    best = reading.best(found)
    return Worked(best[1].expression, best[1].unit, best[1].facts) if best else None


def _stepped(number: Amount, first: Fact, further: Fact) -> bool:
    """Whether steps are of what the goal has so many of."""
    names = (*first.near, *further.near, *further.per)
    unit = known(number.unit) if number.unit else None
    if unit:
        return any(
            (own := known(word)) is not None and own.powers == unit.powers and own.factor == unit.factor
            for word in names
        )
    return counts(number.nouns[:1], names)


def profit(reading: Reading) -> Worked | None:
    """What is left of the income once the costs are paid, where no text says it itself."""
    asked = reading.asked
    cue = _PROFIT.search(asked.text)
    if cue is None or asked.numbers or len(asked.years) > 1 or asked.has("percent", "grew", "difference"):
        return None
    sides: list[list[Fact]] = []
    for names in (INCOME, SPENT):
        held = [
            f
            for f in reading.book.facts
            if f.money
            and f.amount
            and not f.per
            and reading.year_fits(f)
            and counts(names, (*f.near, *f.row, *f.column))
        ]
        sides.append(held)
    pairs = [
        (a, b)
        for a in sides[0]
        for b in sides[1]
        if a.source == b.source and a.place[:2] == b.place[:2] and a != b and a.unit == b.unit and a.year == b.year
    ]
    pairs = [(a, b) for a, b in pairs if not counts(SPENT, a.near) or not counts(INCOME, b.near)]
    if len({(a.amount, b.amount) for a, b in pairs}) != 1:
        return None
    income, spent = pairs[0]
    expression = f"{spent.number} - {income.number}" if cue["loss"] else f"{income.number} - {spent.number}"
    return Worked(expression, income.unit, (income, spent))


def break_even(reading: Reading) -> Worked | None:
    """From how many visits on a season ticket is cheaper than single ones."""
    asked = reading.asked
    if asked.numbers or not _PAYS.search(asked.text):
        return None
    from indagate.flows.task.offline.documents.pair import two_sides

    pair = two_sides(reading, known_only=True)
    if pair is None:
        return None
    dear, cheap = sorted(pair, key=lambda part: -part.value)
    if not cheap.value or dear.unit != cheap.unit:
        return None
    expression = f"{dear.expression} / {cheap.expression}"
    expression = f"floor({expression}) + 1" if _STRICT.search(asked.text) else f"ceil({expression})"
    return Worked(expression, "", tuple(dict.fromkeys([*dear.facts, *cheap.facts])))
