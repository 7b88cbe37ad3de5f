"""What a phrase comes to: a number of the documents, or some joined as their kinds allow.

So many at a price, a rate by a quantity, a store by what is used of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.asked import Named
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import (
    KIN,
    NEAR,
    SAID,
    Part,
    Reading,
    counts,
    number_of,
    same_kind,
    same_unit,
)
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.speech import WAYS_ROUND
from indagate.flows.task.offline.word import words_of
from indagate.tools.calculator.dimension import Measure

_SECOND = re.compile(r"\b(?:per|pro|je|and|und|и|на|за|a|an)\s+([^\W\d_]+)", re.IGNORECASE)
STEP = 0.3
"""What each further number costs a reading."""


def wanted(one: Fact | Amount, target: Target) -> bool:
    """Whether a number is of the kind that is asked for."""
    if target.kind == "any" and not target.nouns:
        return not one.percent
    if target.kind == "any":
        held = (*one.nouns, *one.near) if isinstance(one, Fact) else one.nouns
        return not one.percent and not one.money and counts(target.nouns, held)
    if target.kind == "money":
        return one.money
    if one.money or one.percent:
        return False
    measure = known(one.unit) if one.unit else None
    if target.kind == "measure":
        return measure is not None and any(_fits(measure, powers) for powers in target.powers)
    held = one.nouns or (one.near if isinstance(one, Fact) else ())
    return target.kind == "count" and counts(target.nouns, held if measure is None else one.nouns)


def _fits(measure: Measure, powers: object) -> bool:
    return measure.powers == powers


def values(
    reading: Reading, words: Sequence[Named], numbers: Sequence[Amount], target: Target
) -> list[tuple[float, Part]]:
    """Return what words and numbers of the goal may come to, each with how well it fits; all numbers are made "
    "use of."""
    found: list[Part] = []
    near = reading.about(words, lambda fact: not fact.percent)
    if not numbers:
        found += _single(reading, words, near, target)
        found += _rate_by_quantity(reading, words, near, target)
        found += _store_by_rate(reading, words, near, target)
    elif len(numbers) == 1:
        found += _so_many(reading, words, near, numbers[0], target)
        found += _rate_for(reading, words, near, numbers[0], target)
        found += _divided(reading, words, near, numbers[0], target)
    if len(numbers) > 1:
        found += _several(reading, words, numbers, target)
    scored = [(reading.rate(words, part), part) for part in found]
    return [one for one in scored if one[0] > 0]


def _single(reading: Reading, words: Sequence[Named], near: list[Fact], target: Target) -> Iterator[Part]:
    for fact in near:
        if wanted(fact, target):
            per = 0.3 if fact.per and not _said(words, fact.per) and not counts(fact.per, target.per) else 0.0
            unit = known(target.per[0]) if target.per else None
            own = known(fact.per[0]) if fact.per else None
            per += 1.0 if unit and (own is None or own.powers != unit.powers) else 0.0
            totalled = reading.asked.has("sum") and any(
                f.spelled and f.number.endswith(f"* {fact.number})") for f in near
            )
            per += 0.6 if totalled else 0.0
            per += _otherwise(reading, fact) + (0.3 if "*" in fact.spelled and not reading.asked.has("sum") else 0.0)
            yield Part(fact.number, number_of(fact), (fact,), fact, {}, fact.unit, per)


def _otherwise(reading: Reading, fact: Fact) -> float:
    """Return what it costs that a number is a height where a length is asked for."""
    own = [noun for noun in fact.nouns if noun in WAYS_ROUND]
    return 1.0 if own and not counts(own, words_of(reading.asked.text)) else 0.0


def _said(words: Sequence[Named], held: Sequence[str]) -> bool:
    return counts([one.word for one in words], held)


def of_kind(number: Fact | Amount, names: Sequence[str]) -> bool:
    """Whether a number counts what some words name: 3 nights, per night; 265 litres, per litre."""
    if not names:
        return False
    own, other = known(number.unit) if number.unit else None, known(names[0])
    if own or other:
        return bool(own and other and own.powers == other.powers)
    if number.money:
        return False
    spoken = number.nouns if number.nouns else ((number.unit.casefold(),) if number.unit else ())
    return counts(names, spoken)


def _factor(number: Fact | Amount, names: Sequence[str]) -> Fraction | None:
    """Return how many of what a rate is for one of a unit is; None where that is no unit."""
    own, other = known(number.unit) if number.unit else None, known(names[0]) if names else None
    return own.factor / other.factor if own and other else None


def times(reading: Reading, number: Amount | Fact, rate: Fact) -> tuple[str, Fraction] | None:
    """Return a number of things or units by the rate for one: 3 nights, 2 weeks at so much per day."""
    if not of_kind(number, rate.per):
        return None
    amount = _plain(_value(number)) if isinstance(number, Amount) else number.number
    factor = _factor(number, rate.per)
    if factor is None or factor == 1:
        return f"{amount} * {rate.number}", _value(number) * number_of(rate)
    unit = rate.per[0] if known(rate.per[0]) else ""
    return f"({amount} {number.unit} in {unit}) * {rate.number}", _value(number) * factor * number_of(rate)


def _value(one: Fact | Amount) -> Fraction:
    return Fraction(one.value if isinstance(one, Amount) else one.amount)


def _plain(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.12g}"


def item_price(reading: Reading, number: Amount, fact: Fact) -> bool:
    """Whether a number without a "per" is that of one of the things that the goal has so many of."""
    if fact.per and not known(fact.per[0]) and fact.per != ("night",):
        return False
    if not number.nouns or number.unit or (not fact.money and fact.measure is None):
        return False
    beside = (
        one for one in reading.book.facts if one is not fact and one.place == fact.place and one.source == fact.source
    )
    if fact.amount and not fact.row and any(one.nouns and counts(number.nouns, one.nouns) for one in beside):
        return False  # the sentence says of how many of them it is
    head = [reading.level(word, fact) for word in number.nouns]
    return max(head[0], head[-1]) >= NEAR


def _so_many(
    reading: Reading, words: Sequence[Named], near: list[Fact], number: Amount, target: Target
) -> Iterator[Part]:
    """So many things, each at a price or of a size; so many hours at so much an hour."""
    for fact in _with(reading, near, number):
        if not wanted(fact, target):
            continue
        made = times(reading, number, fact)
        levels = dict.fromkeys(number.nouns, 4.0) if made else {}
        if made is None and item_price(reading, number, fact):
            made = f"{_plain(_value(number))} * {fact.number}", _value(number) * number_of(fact)
            levels = {word: reading.level(word, fact) for word in number.nouns}
        if made is not None:
            yield Part(made[0], made[1], (fact,), fact, levels, fact.unit)


def _with(reading: Reading, near: list[Fact], number: Amount) -> list[Fact]:
    """Return the numbers about, with those that are for one of what the goal has so many of."""
    more = [
        fact for fact in reading.book.facts
        if fact.per and not fact.percent and reading.year_fits(fact) and of_kind(number, fact.per) and fact not in near
    ]  # fmt: skip
    return [*near, *more]


def _rate_by_quantity(reading: Reading, words: Sequence[Named], near: list[Fact], target: Target) -> Iterator[Part]:
    """A rate by the quantity that documents give: litres at so much a litre."""
    for rate in reading.book.facts:
        if not rate.per or rate.percent or not wanted(rate, target) or not reading.year_fits(rate):
            continue
        for quantity in near:
            if quantity is rate or quantity == rate or (rate.spelled and quantity.number in rate.spelled):
                continue
            if target.per and known(target.per[0]) and not counts(target.per, quantity.per):
                continue
            named = not quantity.per or _said(words, quantity.per) or counts(quantity.per, target.per)
            if not named and known(quantity.per[0]) is None:
                continue  # so much a barrel is not so much
            made = times(reading, quantity, rate)
            if made is not None and _together(reading, words, quantity, rate):
                left = (
                    0.5
                    if quantity.per and not _said(words, quantity.per) and not counts(quantity.per, target.per)
                    else 0.0
                )
                dated = 0.3 * (quantity.year == rate.year)
                yield Part(made[0], made[1], (quantity, rate), rate, {}, rate.unit, STEP + left - dated)


def _bears(reading: Reading, words: Sequence[Named], store: Fact, rate: Fact) -> bool:
    """Whether a store is what a rate is used of: they speak of one thing; or money that the goal names by a "
    "word of its own."""
    if not store.money:
        return _together(reading, words, store, rate)
    return any(
        w.strong and reading.level(w.word, store) >= NEAR * KIN > reading.level(w.word, rate) for w in words
    ) or _together(reading, words, store, rate)


def _together(reading: Reading, words: Sequence[Named], one: Fact, other: Fact) -> bool:
    """Whether two numbers speak of one thing: in one paragraph, or by a word of the goal, or by what one counts."""
    if one.source == other.source and one.place[:2] == other.place[:2]:
        return True
    held = [(reading.level(w.word, one), reading.level(w.word, other)) for w in words if w.strong or w.beside]
    near = NEAR * KIN
    if any(min(pair) >= SAID * KIN for pair in held):
        return True
    apart = any(a >= near > b for a, b in held) and any(b >= near > a for a, b in held)
    return (apart and one.measure is not None) or bool(one.nouns and counts(one.nouns, (*other.near, *other.nouns)))


def _rate_for(
    reading: Reading, words: Sequence[Named], near: list[Fact], number: Amount, target: Target
) -> Iterator[Part]:
    """Two rates and a number of the goal: 3 crossings of 265 litres each at 92 pence a litre."""
    for rate in near:
        if not rate.per or not wanted(rate, target):
            continue
        for quantity in near:
            if quantity is rate or not quantity.per:
                continue
            first, then = times(reading, number, quantity), times(reading, quantity, rate)
            if first is not None and then is not None and _together(reading, words, quantity, rate):
                value = then[1] * first[1] / number_of(quantity) if quantity.amount else Fraction(0)
                expression = f"{first[0]} * {then[0].split(' * ', 1)[1]}"
                levels = dict.fromkeys(number.nouns, 4.0)
                yield Part(expression, value, (quantity, rate), rate, levels, rate.unit, STEP)


def _divided(
    reading: Reading, words: Sequence[Named], near: list[Fact], number: Amount, target: Target
) -> Iterator[Part]:
    """How many boxes for 1,200 eggs; how long 100 kg last; how many can be bought for 50 euros."""
    for fact in _holding(reading, near, number):
        if not fact.amount or not same_kind(fact, number) or (fact.unit == "" and not counts(number.nouns, fact.nouns)):
            continue
        if not _target_of(reading, fact, target):
            continue
        expression = f"{_plain(_value(number))} / {fact.number}"
        value = _value(number) / number_of(fact)
        if not same_unit(fact, number):
            own, other = known(number.unit), known(fact.unit)
            assert own is not None and other is not None
            value *= own.factor / other.factor
            expression = f"({_plain(_value(number))} {number.unit}) / ({fact.number} {fact.unit})"
        levels = dict.fromkeys(number.nouns, 4.0)
        yield Part(whole(reading, expression, target), value, (fact,), fact, levels, _spell(fact, target))


def _holding(reading: Reading, near: list[Fact], number: Amount) -> list[Fact]:
    return [*near, *(f for f in reading.book.facts if f.per and f not in near and counts(number.nouns, f.nouns))]


def _target_of(reading: Reading, fact: Fact, target: Target) -> bool:
    """Whether what a number is for one of is what is asked for: boxes; days, where it asks how long."""
    if target.kind == "count":
        near = (*fact.per, *fact.row, *fact.column) if fact.per else (*fact.near, *fact.row, *fact.column)
        return counts(target.nouns[-1:] + target.nouns[:1], near)
    if target.kind == "measure" and fact.per and (measure := known(fact.per[0])):
        return any(p == measure.powers for p in target.powers)
    return False


def _spell(fact: Fact, target: Target) -> str:
    return fact.per[0] if target.kind == "measure" and fact.per else ""


def whole(reading: Reading, expression: str, target: Target) -> str:
    """Return a quotient of things as whole ones: rounded up where so many are needed, else down; else as it is."""
    if target.kind != "count":
        return expression
    if reading.asked.has("up", "need"):
        return f"ceil({expression})"
    return f"floor({expression})"


def _store_by_rate(reading: Reading, words: Sequence[Named], near: list[Fact], target: Target) -> Iterator[Part]:
    """How long a store lasts at so much a day; how many tickets pay for a refit."""
    if target.kind not in ("count", "measure") or target.per:
        return
    for rate in near:
        if not rate.amount or not _target_of(reading, rate, target):
            continue
        if target.kind == "count" and not (rate.money or rate.per):
            continue
        for store in near:
            if store is rate or store.per or store.amount <= rate.amount or not same_kind(store, rate):
                continue
            if (not store.unit and not counts(store.nouns, rate.nouns)) or not _bears(reading, words, store, rate):
                continue
            expression, value = f"{store.number} / {rate.number}", number_of(store) / number_of(rate)
            if not same_unit(store, rate):
                expression = f"({store.number} {store.unit}) / ({rate.number} {rate.unit})"
                own, other = known(store.unit), known(rate.unit)
                assert own is not None and other is not None
                value *= own.factor / other.factor
            yield Part(whole(reading, expression, target), value, (store, rate), rate, {}, _spell(rate, target), STEP)


def _several(reading: Reading, words: Sequence[Named], numbers: Sequence[Amount], target: Target) -> Iterator[Part]:
    """3 adults and 2 children; 4 nights for 2 people: each number with a price of its own, added up, or all by "
    "one price."""
    rest = [one for one in words if not any(one.word in number.nouns for number in numbers)]
    near = reading.about(words, lambda fact: not fact.percent and wanted(fact, target))
    yield from _by_all(reading, near, numbers)
    chosen_parts: list[tuple[Amount, Fact, str, Fraction, dict[str, float]]] = []
    for number in numbers:
        scored = []
        own = [one for one in words if one.word in number.nouns]
        for fact in _with(reading, near, number):
            if not wanted(fact, target):
                continue
            made = times(reading, number, fact)
            if made is None and not item_price(reading, number, fact):
                continue
            if made is None:
                made = f"{_plain(_value(number))} * {fact.number}", _value(number) * number_of(fact)
            levels = reading.levels([*own, *rest], [fact])
            level = sum(levels.get(one.word, 0.0) for one in own) * 2 + sum(levels.get(one.word, 0.0) for one in rest)
            scored.append((level, made, fact, levels))
        scored.sort(key=lambda one: -one[0])
        if not scored or (len(scored) > 1 and scored[1][0] > scored[0][0] - 0.5 and scored[1][1][1] != scored[0][1][1]):
            return
        _, made, fact, levels = scored[0]
        chosen_parts.append((number, fact, *made, levels | dict.fromkeys(number.nouns[:1], 4.0)))
    facts = tuple(dict.fromkeys(fact for _, fact, _, _, _ in chosen_parts))
    if len(facts) < len(chosen_parts) and len(facts) == 1:
        return
    if len({fact.unit for fact in facts if fact.amount}) > 1:
        return
    every: dict[str, float] = {}
    for _, _, _, _, held in chosen_parts:
        every |= {word: max(level, every.get(word, 0.0)) for word, level in held.items()}
    expression = " + ".join(one for _, _, one, _, _ in chosen_parts)
    value = sum((one for _, _, _, one, _ in chosen_parts), Fraction(0))
    top = next((fact for fact in facts if fact.amount), facts[0])
    yield Part(expression, value, facts, top, every, top.unit)


def _by_all(reading: Reading, near: list[Fact], numbers: Sequence[Amount]) -> Iterator[Part]:
    """4 nights for 2 people at so much a night and person: one rate, by each number that it is for one of."""
    for fact in near:
        made = [times(reading, number, fact) for number in numbers]
        if sum(one is not None for one in made) != 1:
            continue
        others = [number for number, one in zip(numbers, made, strict=True) if one is None]
        if all(_per_too(reading, number, fact) for number in others):
            first = next(one for one in made if one is not None)
            expression = " * ".join([first[0], *(_plain(_value(number)) for number in others)])
            value = first[1]
            for number in others:
                value *= _value(number)
            levels = {word: 4.0 for number in numbers for word in number.nouns[:1]}
            yield Part(expression, value, (fact,), fact, levels, fact.unit)


def _per_too(reading: Reading, number: Amount, fact: Fact) -> bool:
    """Whether a number is for one of a thing by a second "per": per person and night."""
    if not number.nouns or max(reading.level(word, fact) for word in number.nouns) < NEAR:
        return False
    return counts(number.nouns, [one.casefold() for one in _SECOND.findall(fact.sentence)])
