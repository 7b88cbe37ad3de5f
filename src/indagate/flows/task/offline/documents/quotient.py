"""One number by another: how many for each, what one of many comes to, an average per day."""

from __future__ import annotations

import re
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import known
from indagate.flows.task.offline.documents.asked import Target
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import Part, Reading, counts
from indagate.flows.task.offline.documents.value import wanted
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.meaning import is_weak

_EACH_OF = re.compile(r"(?<![\w.])(?P<n>\d+)-(?P<what>[^\W\d_]{3,})")


def for_each(reading: Reading) -> Worked | None:
    """Return one number of the documents by another, or by one of the goal, where it asks for what comes to each."""
    asked = reading.asked
    per = asked.target.per
    if not per and not asked.has("each", "mean"):
        return None
    if asked.numbers or not per:
        return None
    words = asked.words
    near = reading.about(words, lambda fact: not fact.percent)
    found = []
    for below in near:
        unit = known(below.unit) if below.unit else None
        of = known(per[0])
        names = bool(of and unit and of.powers == unit.powers and of.factor == unit.factor) or counts(per, below.nouns)
        if below.per or below.money or not below.amount or not names:
            continue
        for above in near:
            if (
                above is below
                or above.per
                or not wanted(above, Target("any") if asked.target.kind == "any" else asked.target)
            ):
                continue
            if asked.target.kind == "count" and not counts(asked.target.nouns, above.nouns):
                continue
            levels = reading.levels(words, [above, below])
            levels |= dict.fromkeys(per, 4.0)
            score = reading.score(words, levels, 0.15)
            if score and (not above.row or not below.row or above.row == below.row):
                closeness = _closeness(above, below) - _extra(reading, above) - _extra(reading, below)
                part = Part(
                    f"{above.number} / {below.number}",
                    Fraction(above.amount) / Fraction(below.amount),
                    (above, below),
                    above,
                    levels,
                    above.unit,
                )
                found.append((score + closeness, part))
    best = reading.best(found)
    if best is None:
        return None
    part = best[1]
    return Worked(part.expression, part.unit if part.top.money or known(part.unit) else "", part.facts)


def _extra(reading: Reading, fact: Fact) -> float:
    """Return what it costs that a number is said of something narrower than the goal, or of a year that is past."""
    named = {form for one in reading.asked.words for form in reading.lexicon.of(one.word)} | set(fact.nouns)
    more = [
        word
        for word in fact.near
        if word not in named and not word.isdigit() and not is_weak(word, reading.asked.spoken)
    ]
    latest = max((one.year for one in reading.book.facts if one.source == fact.source), default="")
    return 0.15 * min(len(more), 3) + 0.4 * (bool(fact.year) and fact.year < latest)


def _closeness(one: Fact, other: Fact) -> float:
    """Return how close two numbers stand: in one row, one sentence, one paragraph, one document."""
    if one.source != other.source:
        return 0.0
    if one.place[:2] != other.place[:2]:
        return 0.2
    return 1.0 if one.row and one.row == other.row else 0.7 if one.place == other.place else 0.4


def among(reading: Reading) -> Worked | None:
    """A ten-trip card: what each trip comes to; four share a price: what each of them pays."""
    asked = reading.asked
    if len(asked.numbers) != 1:
        return None
    number = asked.numbers[0]
    card = _EACH_OF.search(asked.text)
    if card is None and not asked.has("each"):
        return None
    words = (
        [*asked.words, *asked.words_in(*card.span("what"))]
        if card
        else [one for one in asked.words if one.word not in number.nouns]
    )
    scored = []
    for fact in reading.about(words, lambda one: one.money and not one.percent):
        score = reading.score(words, reading.levels(words, [fact]))
        scored.append((score, Part(fact.number, Fraction(fact.amount), (fact,), fact, {}, fact.unit)))
    best = reading.best(scored)
    if best is None:
        return None
    return Worked(f"{best[1].expression} / {number.value.normalize():f}", best[1].unit, best[1].facts)
