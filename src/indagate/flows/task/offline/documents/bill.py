"""What several things cost together: each by as many as the goal has of it, at the price that holds for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import KIN, NEAR, Part, Reading, counts, number_of
from indagate.flows.task.offline.documents.kind import Words, same_thing
from indagate.flows.task.offline.documents.worked import Worked
from indagate.flows.task.offline.speech import ANYBODY, NIGHTS, PEOPLE
from indagate.flows.task.offline.word import words_of

ITEMS = 3
"""Prices that are added at most."""
TRIED = 24
"""Prices that are tried."""
LINK = 0.3
"""What each further price costs."""
_THRESHOLD = re.compile(
    r"(?P<n>\d+)\s+(?:(?P<what>[^\W\d_]+)\s+)?(?:or more|and more|on\b|onwards|oder mehr|и более|и больше)|"
    r"\b(?:at least|mindestens|ab|от|more than|from|über|over|с|"
    r"not less than|не меньше|не менее|nicht weniger als)\s+(?P<m>\d+)\s+(?P<who>[^\W\d_]+)",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:off|discount|reduction|less|cheaper|rabatt|nachlass|ermäßigung|günstiger|скидк\w+|дешевле)\b", re.I
)
_ON = re.compile(r"\b(?:surcharge|supplement|extra|zuschlag|aufschlag|надбавк\w+|доплат\w+|дороже|повыша\w+)\b", re.I)


@dataclass(frozen=True, slots=True)
class Item:
    """A price, the numbers of the goal that it is taken times, the words that it is said of.

    `lot` is a number of the goal that it is the price of all of: a row's label, 500.
    """

    fact: Fact
    times: tuple[Amount, ...]
    own: frozenset[str]
    lot: tuple[Amount, ...] = ()

    @property
    def text(self) -> str:
        """Its sum as the calculator reads it."""
        people = [one for one in self.times if _people(one)]
        rest = [one for one in self.times if not _people(one)]
        head = "" if not people else _plain(people[0]) if len(people) == 1 else f"({' + '.join(map(_plain, people))})"
        return " * ".join([*([head] if head else []), *map(_plain, rest), self.fact.number])

    @property
    def value(self) -> Fraction:
        """What it comes to."""
        people = sum((Fraction(one.value) for one in self.times if _people(one)), Fraction(0)) or Fraction(1)
        found = number_of(self.fact) * people
        for one in self.times:
            found *= Fraction(1) if _people(one) else Fraction(one.value)
        return found


def bill(reading: Reading) -> Worked | None:
    """Return what all things come to that a goal wants to have or pay for."""
    asked = reading.asked
    if asked.target.kind != "money" or asked.has("difference", "percent", "times", "mean", "left", "grew", "choice"):
        return None
    if asked.each_one and asked.target.per and known(asked.target.per[0]) is not None:
        return None  # a price for one of a unit
    if len(asked.years) > 1 or any(one.percent or one.money for one in asked.numbers):
        return None
    scored = [(reading.rate(asked.words, part), part) for part in _bills(reading)]
    best = reading.best(scored)
    return Worked(best[1].expression, best[1].unit, best[1].facts) if best else None


def _bills(reading: Reading) -> Iterator[Part]:
    """Yield the sums of prices that cover what the goal names, each price by its own words, all numbers made use of."""
    asked = reading.asked
    items = [item for fact in _prices(reading) if (item := _item(reading, fact)) is not None]
    for size in range(1, ITEMS + 1):
        for some in combinations(items, size):
            if len({one.fact.unit for one in some}) > 1 or not _apart(some):
                continue
            used = {one.start for item in some for one in (*item.times, *item.lot)}
            if any(one.start not in used for one in asked.numbers):
                continue
            total, texts = sum((one.value for one in some), Fraction(0)), [one.text for one in some]
            percent = _due(reading, [one.fact for one in some])
            facts: tuple[Fact, ...] = tuple(one.fact for one in some)
            expression = " + ".join(texts)
            if percent is not None:
                sign = "-" if _OFF.search(percent.sentence) else "+"
                expression = f"({expression}) * (1 {sign} {percent.share})"
                total *= 1 + (-1 if sign == "-" else 1) * Fraction(percent.amount) / 100
                facts = (*facts, percent)
            if size == 1 and not (some[0].times or some[0].lot) and percent is None:
                continue  # a price as it stands
            levels = {word: 4.0 for item in some for one in (*item.times, *item.lot) for word in one.nouns}
            levels |= {one.word: 4.0 for one in asked.words if percent is not None and _OFF.fullmatch(one.word)}
            yield Part(expression, total, facts, facts[0], levels, facts[0].unit, LINK * (size - 1))


def _prices(reading: Reading) -> list[Fact]:
    return reading.about(
        reading.asked.words, lambda one: one.money and not one.percent and not one.spelled and bool(one.amount), TRIED
    )


def _item(reading: Reading, fact: Fact) -> Item | None:
    """Return a price with the numbers of the goal that it is for one of; None where it is for one of something else."""
    asked = reading.asked
    own = frozenset(
        one.word for one in asked.words
        if (one.strong or one.beside) and reading.level(one.word, fact) >= NEAR * KIN
    )  # fmt: skip
    times: list[Amount] = []
    if fact.row and all(word.isdigit() for word in fact.row):
        lots = [one for one in asked.numbers if one.value == int("".join(fact.row)) and _item_of(reading, one, fact)]
        return Item(fact, (), own, tuple(lots)) if lots else None
    for per in fact.pers:
        found = [one for one in asked.numbers if _of(one, per)]
        if not found and known(per[0]) is not None:
            return None
        if not found and not (ANYBODY.intersection(per) or any(same_thing((word,), per) for word in own)):
            return None
        times += found
    if not fact.pers:
        times += [one for one in asked.numbers if _item_of(reading, one, fact)]
        if not times and any(counts(one.nouns, NIGHTS) for one in asked.numbers):
            return None  # whether it is for a night or for all of them is not said
    met = any(asked.case.speaks_of(one) for one in fact.conditions)
    return Item(fact, tuple(dict.fromkeys(times)), own) if own or met else None


def _of(number: Amount, per: Words) -> bool:
    """Whether a number counts what a price is for one of: as it stands, without other units."""
    unit, own = known(per[0]), known(number.unit) if number.unit else None
    if unit is not None or own is not None:
        return bool(unit and own and unit.powers == own.powers and unit.factor == own.factor)
    return bool(number.nouns) and same_thing(number.nouns, per)


def _item_of(reading: Reading, number: Amount, fact: Fact) -> bool:
    """Whether a price without a "per" is that of one of what a number counts: named by its label, or a night's."""
    if not number.nouns or number.unit:
        return False
    level = max(reading.level(word, fact) for word in number.nouns)
    nightly = counts(number.nouns, ("night", "nacht", "ночь")) and bool(fact.row) and level > 0
    return level >= NEAR or nightly


def _apart(some: Sequence[Item]) -> bool:
    """Whether each price has a word that no other has, and none of two is that of another column for the same."""
    for one in some:
        others = frozenset(word for item in some if item is not one for word in item.own)
        if not one.own - others and len(some) > 1:
            return False
    return True


def _due(reading: Reading, facts: Sequence[Fact]) -> Fact | None:
    """Return the one discount or surcharge that is due by a number of the goal: from seven nights on."""
    found = [
        fact for fact in reading.book.facts
        if fact.unit == "%" and bool(_OFF.search(fact.sentence)) != bool(_ON.search(fact.sentence))
        and any(fact.source == one.source for one in facts) and _reached(reading, fact) and _speaks(fact, facts)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _reached(reading: Reading, fact: Fact) -> bool:
    for match in _THRESHOLD.finditer(" ".join((*fact.near, *fact.said))):
        what = (match["what"] or match["who"] or "").casefold()
        least = Fraction(match["n"] or match["m"])
        same = [one for one in reading.asked.numbers if _counts_so(one, what)]
        if same and sum(Fraction(one.value) for one in same) >= least:
            return True
    return False


def _counts_so(number: Amount, what: str) -> bool:
    """Whether a number of the goal is of what a threshold is of; of people where that is no thing: ten or more."""
    if number.unit or not number.nouns:
        return False
    return not what or same_thing(number.nouns, (what,)) or (_people(number) and what not in PEOPLE and not known(what))


def _speaks(fact: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a percentage is said of the prices, or of no price in particular."""
    held = set(words_of(fact.sentence))
    return any(
        counts((*one.row, *one.column, *one.near), tuple(word for word in held if len(word) > 3)) for one in facts
    )


def _people(one: Amount) -> bool:
    return bool(PEOPLE.intersection(one.nouns[:1])) and not one.unit


def _plain(one: Amount) -> str:
    return f"{one.value.normalize():f}"
