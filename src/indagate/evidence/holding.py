"""Whether a quote holds the numbers of a statement, once words, separators, magnitudes and units are normalised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from indagate.evidence import unit as units
from indagate.evidence.dated import Dated
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.spelled import SCALES
from indagate.evidence.word import STOPS

_ORDINAL_WORDS = {
    stem: rank
    for rank, stems in enumerate(
        (
            "first erst перв", "second zweit втор", "third dritt трет", "fourth viert четверт четвёрт",
            "fifth fünft пят",
            "sixth sechst шест", "seventh siebt седьм", "eighth acht восьм", "ninth neunt девят", "tenth zehnt десят",
        ),
        start=1,
    )
    for stem in stems.split()
}  # fmt: skip
_ORDINAL = re.compile(
    r"\b(?:(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
    r"|(erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt)e[nrsm]?"
    r"|(перв|втор|трет|четв[её]рт|пят|шест|седьм|восьм|девят|десят)(?:ый|ий|ой|ая|ое|ье|ья|ого|ому|ом|ым|ую|ых))\b",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"\b[IVXLC]{2,7}\b")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
# A unit that stands apart from its numbers, as in the head of a table: "Length (km)", "Dauer [h]", "in %".
_APART = re.compile(r"(?:[(\[,]\s*(?:in\s+|в\s+)?|\b(?:in|в)\s+)([^\d\s()\[\],|]{1,14})(?=\s*[)\],:|]|\s*$|\s)")
_FALLING = re.compile(
    r"\b(?:f[ae]ll|declin|decreas|drop|loss|los[te]|shr[aiu]nk|down|lower|minus|s[ua]nk|slump|reduc|negative|"
    r"fiel|gefallen|zurück|rückg|verlust|verlor|gesunken|sank|weniger|сни[зж]|упал|паден|сократ|сокращ|убыт|потер|уменьш|минус)",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(r"[ \u00a0\u202f]*-?([^\W\d_]+)")
_ENDS = re.compile(r"[.!?…]\s")
_KINDS_OF_NUMBER = ("number", "percent", "money", "part")


@dataclass(frozen=True, slots=True)
class _Supply:
    """What the quotes hold."""

    numbers: tuple[Quantity, ...]
    named: tuple[Quantity, ...]
    dated: tuple[Dated, ...]
    ranks: frozenset[int]


def missing_numbers(statement: str, *quotes: str) -> list[str]:
    """The numbers of `statement`, as written there, that none of `quotes` holds.

    Words equal digits, separators are read by the language, units of one dimension convert (rounded to the digits the
    statement shows), dates may be less exact than the quote's. Word ordinals ("first"), list numbers, citation marks
    and addresses are no numbers; an id ("RFC 9110") is missing only if the quote names another one of its series.
    """
    demanded = quantities(statement)
    if not demanded:
        return []
    supply = _supply(quotes)
    falling = bool(_FALLING.search(statement))
    return [
        quantity.text
        for quantity in demanded
        if not _held(quantity, supply, falling)
        and not any(_held(read, supply, falling) for read in _in_units_nearby(statement, quantity, demanded))
    ]


def _supply(quotes: tuple[str, ...]) -> _Supply:
    numbers: list[Quantity] = []
    named: list[Quantity] = []
    dated: list[Dated] = []
    ranks: set[int] = set()
    for quote in quotes:
        found = quantities(quote)
        own = [quantity for quantity in found if quantity.kind in _KINDS_OF_NUMBER]
        numbers += own + _with_units_apart(quote, own)
        numbers += [read for quantity in found for read in _in_units_nearby(quote, quantity, own)]
        named += [quantity for quantity in found if quantity.kind in ("id", "version", "time")]
        dated += [quantity.dated for quantity in found if quantity.dated]
        ranks |= {int(quantity.value) for quantity in found if quantity.kind == "ordinal"}
        ranks |= {_ORDINAL_WORDS[next(filter(None, match.groups())).lower()] for match in _ORDINAL.finditer(quote)}
        ranks |= {_roman(match.group()) for match in _ROMAN.finditer(quote)}
    return _Supply(tuple(numbers), tuple(named), tuple(dated), frozenset(ranks))


def _with_units_apart(quote: str, numbers: list[Quantity]) -> list[Quantity]:
    """The bare numbers of a quote read in the units that stand apart from them."""
    bare = [quantity for quantity in numbers if quantity.unit is None and quantity.kind == "number"]
    if not bare:
        return []
    found: list[Quantity] = []
    for match in _APART.finditer(quote):
        unit = units.lookup(match.group(1).rstrip(".:;"))
        if unit:
            found += [
                replace(
                    quantity,
                    value=unit.convert(quantity.value),
                    unit=unit.canonical,
                    readings=tuple(unit.convert(value) for value in quantity.readings),
                    upper=tuple(unit.convert(value) for value in quantity.upper),
                    factor=unit.factor,
                )
                for quantity in bare
            ]
    return found


def _in_units_nearby(text: str, quantity: Quantity, others: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield a bare number in the units of the other numbers of its sentence: "52 minutes, from 71 before".

    A number that counts what follows it ("33 villages") is none of these. A magnitude goes with its unit.
    """
    bare = (
        quantity.unit is None and quantity.kind in ("number", "year") and not (quantity.dated and quantity.dated.decade)
    )
    following = _NEXT_WORD.match(text, quantity.span.end)
    if not bare or (following and following[1].casefold() not in STOPS):
        return
    for other in others:
        first, last = sorted((quantity.span, other.span))
        if other.unit is None or _ENDS.search(text, first.end, last.start):
            continue
        for scale in {Decimal(1), _scale(other.text) if _scale(quantity.text) == 1 else Decimal(1)}:
            factor = other.factor * scale
            yield replace(
                quantity,
                value=quantity.value * factor,
                unit=other.unit,
                kind=other.kind,
                readings=tuple(value * factor for value in quantity.readings),
                upper=tuple(value * factor for value in quantity.upper),
                step=quantity.step * factor,
                factor=other.factor,
                dated=None,
            )


def _scale(text: str) -> Decimal:
    """Return the magnitude that a number is written with: "5.1 million"."""
    return next((SCALES[word] for word in re.findall(r"[^\W\d_]+", text.lower()) if word in SCALES), Decimal(1))


def _roman(numeral: str) -> int:
    total = 0
    for sign, following in zip(numeral, numeral[1:] + "I", strict=False):
        value = _ROMAN_VALUES[sign]
        total += -value if value < _ROMAN_VALUES[following] and following != sign else value
    return total


def _held(quantity: Quantity, supply: _Supply, falling: bool) -> bool:
    if quantity.kind == "id":
        series = [other.name for other in supply.named if other.kind == "id" and other.prefix == quantity.prefix]
        return not series or quantity.name in series
    if quantity.kind == "version":
        return any(other.kind == "version" and other.name == quantity.name for other in supply.named)
    if quantity.kind == "time":
        return any(other.kind == "time" and other.value == quantity.value for other in supply.named)
    if quantity.kind == "ordinal":
        return _rank_held(int(quantity.value), supply)
    if quantity.dated is not None:
        return _date_held(quantity.dated, supply)
    if not any(_same(quantity, quantity.readings, other, falling) for other in supply.numbers):
        return _year_held(quantity, supply)
    return not quantity.upper or any(_same(quantity, quantity.upper, other, falling) for other in supply.numbers)


def _rank_held(rank: int, supply: _Supply) -> bool:
    return (
        rank in supply.ranks
        or any(dated.day == rank for dated in supply.dated)
        or any(other.unit is None and rank in other.readings for other in supply.numbers)
    )


def _date_held(dated: Dated, supply: _Supply) -> bool:
    if any(dated.within(other) for other in supply.dated):
        return True
    if dated.decade:
        return False
    same_year = any(dated.year == other.year and not other.decade for other in supply.dated) or any(
        other.unit is None and dated.year in other.readings for other in supply.numbers
    )
    if dated.month is None:
        return same_year
    day_and_month = replace(dated, year=None)
    return same_year and any(day_and_month.within(other) and other.year is None for other in supply.dated)


def _year_held(quantity: Quantity, supply: _Supply) -> bool:
    """A bare "2019" may be a year to the quote and a number to the statement."""
    return (
        quantity.unit is None
        and not quantity.upper
        and any(dated.year == quantity.value and not dated.decade for dated in supply.dated)
    )


def _same(quantity: Quantity, readings: tuple[Decimal, ...], other: Quantity, falling: bool) -> bool:
    """Whether `other` holds one of the readings."""
    values = other.readings + other.upper
    if quantity.unit != other.unit:
        share, part = (quantity, other) if quantity.unit == units.PERCENT else (other, quantity)
        if share.unit == units.PERCENT and part.kind == "part":
            one = readings if part is quantity else tuple(value / 100 for value in readings)
            two = values if part is other else tuple(value / 100 for value in values)
            return any(abs(a - b) < Decimal("0.0000001") for a in one for b in two)
        return False
    if falling:
        readings += tuple(-value for value in readings)
    if any(value in values for value in readings):
        return True
    if quantity.factor == other.factor:
        return False
    # Another unit of the dimension: equal when rounded to what the statement shows, two digits at least.
    return any(_rounds(value, theirs, quantity.step) for value in readings for theirs in values)


def _rounds(value: Decimal, exact: Decimal, step: Decimal) -> bool:
    if value == 0 or exact == 0:
        return abs(value - exact) <= Decimal("0.000001") * max(abs(step), Decimal(1))
    return abs(value - exact) <= min(abs(step) / 2, abs(exact) * Decimal("0.05")) or abs(value - exact) <= abs(
        exact
    ) * Decimal("0.0000000001")
