"""What one of many comes to: a trip of a ten-trip card, a share of a price."""

from __future__ import annotations

import re
from fractions import Fraction

from indagate.flows.task.offline.documents.fit import Part, Reading
from indagate.flows.task.offline.documents.worked import Worked

_EACH_OF = re.compile(r"(?<![\w.])(?P<n>\d+)-(?P<what>[^\W\d_]{3,})")


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
