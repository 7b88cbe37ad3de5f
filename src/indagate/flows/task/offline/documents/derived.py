"""What a sentence says by two of its numbers: so many of so much each, one of a package, a meter's count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.word import form_of, words_of


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


def remaining(facts: list[Fact]) -> Iterator[Fact]:
    """Yield what a sentence leaves to the rest: of 210 seats 148 are downstairs, the rest on the balcony."""
    if len(facts) < 2 or (said := _REST.search(facts[0].sentence)) is None or re.search(r"\d", said["of"]):
        return
    whole, parts = facts[0], facts[1:]
    alike = all(
        not one.percent and one.money == whole.money and one.unit in ("", whole.unit) and not one.spelled
        for one in parts
    )
    left = whole.amount - sum(one.amount for one in parts)
    if alike and not whole.percent and left > 0:
        spelled = f"({' - '.join(one.number for one in facts)})"
        near = (*whole.nouns, *words_of(said["of"]))
        yield replace(whole, amount=left, spelled=spelled, near=near, said=(*near, *whole.near), per=())


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


_REST = re.compile(
    r"\b(?:the rest|the remainder|all others|der rest|den rest|die übrigen|остальн\w+|остаток)\b(?P<of>[^.;]*)",
    re.IGNORECASE,
)
_METER = re.compile(
    r"\b(?:meter|counter|odometer|mileage|\w*zähler\w*|zählerstand|tacho\w*|счётчик\w*|спидометр\w*)\b", re.IGNORECASE
)
_USED = ("used", "consumption", "consumed", "verbrauch", "verbraucht", "расход", "израсходовано")
