"""What a sentence says by two of its numbers: so many of so much each, one of a package, a meter's count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.word import form_of


def totals(facts: list[Fact]) -> Iterator[Fact]:
    """Yield what so many are together, where a sentence says what each of them is: 6 tanks hold 4,500 litres each."""
    for one, each in pairwise(facts):
        said = re.match(r"[^.;:,\d]{0,25}\b(?:each|apiece|jeweils|кажд\w+)\b", each.tail, re.IGNORECASE)
        if said and one.nouns and not one.unit and each.amount:
            near, spelled = (*one.near, *each.near), f"({one.number} * {each.number})"
            yield replace(each, amount=one.amount * each.amount, spelled=spelled, per=(), near=near)


def packed(facts: list[Fact]) -> Iterator[Fact]:
    """Yield the price for one of what a package holds: sacks of 25 kg at £21.50 a sack."""
    for price in facts:
        for held in facts:
            if (
                price is held
                or not price.amount
                or not held.amount
                or held.money
                or held.percent
                or price.percent
                or not price.per
            ):
                continue
            named = (held.unit,) if held.unit else held.nouns
            if (
                named
                and held.per
                and any(form_of(a, b) for a in price.per for b in held.per)
                and price.tail != held.tail
            ):
                value, spelled = price.amount / held.amount, f"({price.number} / {held.number})"
                if not (price.unit and not price.money and held.unit):
                    yield replace(
                        price,
                        amount=value,
                        spelled=spelled,
                        per=named,
                        near=(*price.near, *held.near),
                        nouns=price.nouns,
                    )


def metered(facts: list[Fact]) -> Iterator[Fact]:
    """Yield what a meter counted between two readings."""
    same = [fact for fact in facts if not fact.money and not fact.percent]
    if (
        len(same) == 2
        and _METER.search(same[0].sentence)
        and same[1].amount > same[0].amount
        and same[0].unit in (same[1].unit, "")
    ):
        one, other = same
        spelled = f"({other.number} - {one.number})"
        yield replace(
            other,
            amount=other.amount - one.amount,
            unit=one.unit or other.unit,
            spelled=spelled,
            near=(*one.near, *other.near, *_USED),
            per=(),
        )


_METER = re.compile(
    r"\b(?:meter|counter|odometer|mileage|\w*zähler\w*|zählerstand|tacho\w*|счётчик\w*|спидометр\w*)\b", re.IGNORECASE
)
_USED = ("used", "consumption", "consumed", "verbrauch", "verbraucht", "расход", "израсходовано")
