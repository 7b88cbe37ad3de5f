"""What numbers measure and count, as powers of units and things: kg a mug, pounds a person and night."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from indagate.flows.task.offline.documents.amount import Amount, known
from indagate.flows.task.offline.documents.fact import Fact
from indagate.flows.task.offline.documents.fit import counts
from indagate.flows.task.offline.documents.target import Target
from indagate.flows.task.offline.speech import ANYBODY, NIGHTS, PEOPLE
from indagate.tools.calculator.dimension import Measure, Powers, combined

Words = tuple[str, ...]
_TIMES = re.compile(r"(?<=\w{4})(?:tage?|stunden?|wochen?|monate?)$")
MONEY: Powers = (("money", 1),)
_PLAIN = {
    one.powers
    for one in map(known, ("m", "m²", "m³", "kg", "second", "month", "kWh", "kW", "km/h", "GB", "V", "°C"))
    if one is not None
}
"""What units of everyday measure."""
FINEST = 10**6
"""The denominator of a factor at most: a table of units rounds some."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Powers of units, the things that are counted (`over`) and those it is for one of (`under`), and its factor.

    The factor is how many base units it is: 1000 for a kilometre.
    """

    powers: Powers = ()
    over: tuple[Words, ...] = ()
    under: tuple[Words, ...] = ()
    factor: Fraction = Fraction(1)

    @property
    def bare(self) -> bool:
        """Whether nothing is left to be measured or counted."""
        return not (self.powers or self.over or self.under)

    @property
    def size(self) -> int:
        """How many units and things there are in it: money, a measure of any unit, each thing."""
        rest = tuple((base, power) for base, power in self.powers if base != "money")
        whole = {rest, tuple((base, -power) for base, power in rest)} & _PLAIN
        return len(self.powers) - len(rest) + (0 if not rest else 1 if whole else 2) + len(self.over) + len(self.under)

    def inverse(self) -> Kind:
        """Return what one by it is."""
        return Kind(tuple((base, -power) for base, power in self.powers), self.under, self.over, 1 / self.factor)

    def by(self, other: Kind) -> Kind:
        """Return this kind divided by another; things that mean the same go away."""
        over, gone = _without(self.over, other.over)
        under, lost = _without(self.under, other.under)
        more, left = _without((*over, *lost), (*under, *gone))
        return Kind(combined(self.powers, other.powers, -1), more, left, self.factor / other.factor)


def _without(some: Sequence[Words], others: Sequence[Words]) -> tuple[tuple[Words, ...], tuple[Words, ...]]:
    """Return what is in some and not in others, and what is in others only."""
    rest, more = list(some), []
    for one in others:
        place = next((n for n, held in enumerate(rest) if same_thing(held, one)), None)
        if place is None:
            more.append(one)
        else:
            del rest[place]
    return tuple(rest), tuple(more)


def same_thing(one: Words, other: Words) -> bool:
    """Whether two phrases count the same: nights and nights, adults and heads."""
    if counts(one, other):
        return True
    if ANYBODY & {*one, *other} and PEOPLE.intersection(one) and PEOPLE.intersection(other):
        return True
    return all(any(counts((word,), NIGHTS) for word in phrase[:1]) for phrase in (one, other))


def phrase_kind(words: Words) -> Kind:
    """Return what one of a phrase is: a unit of measure, or a thing."""
    measure = known(words[0]) or _tail_unit(words[-1]) if words else None
    return _measured(measure) if measure else Kind(over=(words,))


def _tail_unit(word: str) -> Measure | None:
    """Return the unit of time that a German compound ends with: Öffnungstag."""
    found = _TIMES.search(word)
    return known(found[0].capitalize()) if found else None


def _measured(measure: Measure) -> Kind:
    return Kind(measure.powers, factor=measure.factor.limit_denominator(FINEST))


def kind_of(one: Fact | Amount, per: Sequence[Words] = ()) -> Kind:
    """Return the kind of a number, for one of some phrases."""
    measure = None if one.money or not one.unit else known(one.unit)
    if one.money:
        found = Kind(MONEY)
    elif measure is not None:
        found = _measured(measure)
    else:
        near = (*one.row, *one.column, *one.near) if isinstance(one, Fact) else ()
        found = Kind(over=(one.nouns or near,))
    for phrase in per:
        found = found.by(phrase_kind(phrase))
    return found


def wanted_kinds(target: Target, *, each: bool = True) -> list[Kind]:
    """Return the kinds that a goal may ask for; also that of the whole where what it is for is one, not each."""
    found: list[Kind] = []
    if target.kind == "money":
        found = [Kind(MONEY)]
    elif target.kind == "measure":
        named = known(target.unit) if target.unit else None
        found = [_measured(named)] if named else [Kind(powers) for powers in target.powers]
    elif target.kind == "count" and target.nouns:
        found = [Kind(over=(target.nouns,))]
    if target.per:
        found = [*(one.by(phrase_kind(target.per)) for one in found), *(() if each else found)]
    return found
