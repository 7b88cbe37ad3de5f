"""Whether a quote holds the numbers of a statement, once words, separators, magnitudes and units are normalised."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from indagate import unit as units
from indagate.evidence.language import language
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.span import Span
from indagate.evidence.word import STOPS

# A unit that stands apart from its numbers, as in the head of a table: "Length (km)", "Dauer [h]", "in %".
_APART = re.compile(r"(?:[(\[,]\s*(?:in\s+|в\s+)?|\b(?:in|в)\s+)([^\d\s()\[\],|]{1,14})(?=\s*[)\],:|]|\s*$|\s)")
_FALLING = re.compile(
    r"\b(?:f[ae]ll|declin|decreas|drop|loss|los[te]|shr[aiu]nk|down|lower|minus|s[ua]nk|slump|reduc|negative|"
    r"fiel|gefallen|zurück|rückg|verl[uo]|gesunken|weniger|сни[зж]|упал|паден|сокра|убыт|потер|уменьш|минус)",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(r"[ \u00a0\u202f]*-?([^\W\d_]+)")
_NOUN = re.compile(r"[ \u00a0\u202f-]*(?:[^\W\dA-ZÄÖÜ_]+[,\s-]+)*[A-ZÄÖÜ]")  # in German
_ENDS = re.compile(r"[.!?…]\s")
_COUNTING = ("number", "percent", "money", "part")
_SHARE = Decimal("0.0000001")
"""What a share may be off."""


def missing_numbers(statement: str, *quotes: str) -> list[str]:
    """Return the numbers of a statement, as written there, that none of the quotes holds.

    Words equal digits, separators are read by the language, units of one dimension convert (rounded to the digits the
    statement shows), dates may be less exact than the quote's. Word ordinals ("first"), list numbers, citation marks
    and addresses are no numbers; an id ("RFC 9110") is missing only if the quote names another one of its series.
    """
    demanded = quantities(statement)
    supply = [_supplied(quote) for quote in quotes] if demanded else []
    falling = bool(_FALLING.search(statement))
    nearby = _Nearby(statement, demanded)
    return [
        quantity.text
        for quantity in demanded
        if not any(_held(one, supply, falling) for one in (quantity, *nearby.readings(quantity)))
    ]


class _Supply:
    """What a quote holds, its bare numbers also in the units that may be theirs; found by value, not one by one."""

    def __init__(self, quote: str) -> None:
        found = quantities(quote)
        apart = [unit for match in _APART.finditer(quote) if (unit := units.lookup(match[1].rstrip(".:;")))]
        bare = [quantity for quantity in found if quantity.unit is None and quantity.kind == "number"]
        nearby = _Nearby(quote, found)
        found += [read for quantity in bare for read in nearby.readings(quantity)]
        found += [_in_unit(quantity, unit) for quantity in bare for unit in {*apart}]
        self.names = {(one.kind, _prefix(one), one.name) for one in found if one.name}
        self.series = {_prefix(one) for one in found if one.kind == "id"}
        self.dates = {replace(one.dated, span=Span(0, 0)) for one in found if one.dated}
        self.bare = {value for one in found if one.unit is None for value in (one.value, *one.readings)}
        counting = [one for one in found if one.kind in _COUNTING]
        self._by_value = {
            unit: sorted(
                ((value, one) for one in counting if one.unit == unit for value in one.readings), key=lambda it: it[0]
            )
            for unit in {one.unit for one in counting}
        }  # fmt: skip

    def near(self, unit: str | None, value: Decimal, off: Decimal) -> Iterator[Quantity]:
        """Yield the numbers in a unit that are no further off a value than that."""
        known = self._by_value.get(unit, [])
        first = bisect_left(known, value - off, key=lambda it: it[0])
        last = bisect_right(known, value + off, lo=first, key=lambda it: it[0])
        yield from (one for _, one in known[first:last])


_supplied = lru_cache(maxsize=1_024)(_Supply)


def _in_unit(quantity: Quantity, unit: units.Unit, size: Decimal = Decimal(1)) -> Quantity:
    """Return a bare number read in a unit, and with a magnitude."""
    values = tuple(unit.convert(value * size) for value in quantity.readings)
    step = quantity.step * unit.factor * size
    return replace(
        quantity, value=values[0], unit=unit.canonical or None, readings=values, step=step, factor=unit.factor
    )


class _Nearby:
    """Bare numbers in the units of the other numbers of their sentence: "52 minutes, from 71 before".

    A number that counts what follows it ("33 villages") is none of these. A magnitude goes with its unit.
    """

    def __init__(self, text: str, found: Sequence[Quantity]) -> None:
        self._text = text
        self._found = [one for one in found if one.unit is not None or one.scale != 1]
        self._starts = [one.span.start for one in self._found]
        self._ends = [one.span.end for one in self._found]
        self._stops = [match.start() for match in _ENDS.finditer(text)]
        self._units: dict[tuple[int, int], set[tuple[units.Unit, Decimal]]] = {}

    def readings(self, quantity: Quantity) -> Iterator[Quantity]:
        """Yield a number in each of the units that may be its own."""
        if quantity.unit or quantity.kind != "number" or self._counts(quantity.span.end):
            return
        for unit, scale in self._around(quantity):
            for size in {Decimal(1), scale if quantity.scale == 1 else Decimal(1)}:
                yield _in_unit(quantity, unit, size)

    def _counts(self, end: int) -> bool:
        """Whether a number that ends there counts what follows: in German a noun, which has a capital."""
        word = _NEXT_WORD.match(self._text, end)
        counted = word is not None and word[1].casefold() not in STOPS
        return counted and (language(self._text) != "de" or bool(_NOUN.match(self._text, end)))

    def _around(self, quantity: Quantity) -> set[tuple[units.Unit, Decimal]]:
        """Return the units and magnitudes of the numbers that no end of a sentence divides from this one."""
        stop = bisect_left(self._stops, quantity.span.end)
        until = self._stops[stop] + 2 if stop < len(self._stops) else len(self._text) + 1
        stop = bisect_right(self._stops, quantity.span.start - 2)
        since = self._stops[stop - 1] if stop else -1
        within = bisect_right(self._ends, since), bisect_left(self._starts, until)
        if within not in self._units:
            others = self._found[slice(*within)]
            self._units[within] = {(units.Unit(one.unit or "", one.factor), one.scale) for one in others}
        return self._units[within]


def _held(quantity: Quantity, supply: Sequence[_Supply], falling: bool) -> bool:
    if quantity.kind in ("id", "version", "time", "decade"):
        unknown = quantity.kind == "id" and not any(_prefix(quantity) in quote.series for quote in supply)
        return unknown or any((quantity.kind, _prefix(quantity), quantity.name) in quote.names for quote in supply)
    dated = [date for quote in supply for date in quote.dates]
    if quantity.kind == "ordinal":
        return _bare(quantity.value, supply) or any(date.day == quantity.value for date in dated)
    if quantity.dated is None:
        year = quantity.unit is None and any(date.year == quantity.value for date in dated)
        return year or any(_same(quantity, quote, falling) for quote in supply)
    if any(quantity.dated.within(date) for date in dated):
        return True
    apart = replace(quantity.dated, year=None)  # "held in 2019, on March 12"
    return _bare(quantity.value, supply) and any(apart.within(date) and date.year is None for date in dated)


def _prefix(quantity: Quantity) -> str:
    return re.sub(r"\d.*", "", quantity.name)


def _bare(value: Decimal, supply: Sequence[_Supply]) -> bool:
    return bool(value) and any(value in quote.bare for quote in supply)


def _same(quantity: Quantity, quote: _Supply, falling: bool) -> bool:
    """Whether a number of the statement is one of a quote."""
    values = quantity.readings
    if quantity.unit in (None, units.PERCENT):  # a share is so many percent
        other, times = (None, Decimal("0.01")) if quantity.unit else (units.PERCENT, Decimal(100))
        shares = (one for value in values for one in quote.near(other, value * times, _SHARE * max(times, Decimal(1))))
        if any("part" in (quantity.kind, one.kind) for one in shares):
            return True
    if falling:
        values += tuple(-value for value in values)
    return any(
        value in one.readings
        or (quantity.factor != one.factor and any(_rounds(value, exact, quantity.step) for exact in one.readings))
        for value in values
        for one in quote.near(quantity.unit, value, _room(value, quantity.step))
        if not (quantity.rate and one.rate and quantity.rate != one.rate)
    )


def _room(value: Decimal, step: Decimal) -> Decimal:
    """Return how far at most a number may be off that `_rounds` to a value."""
    return max(abs(step) / 2, abs(value) * Decimal("0.000000001"), Decimal("0.000001") * max(abs(step), Decimal(1)))


def _rounds(value: Decimal, exact: Decimal, step: Decimal) -> bool:
    """Whether a number in another unit of the dimension rounds to what the statement shows, two digits at least."""
    off = abs(value - exact)
    if value == 0 or exact == 0:
        return off <= Decimal("0.000001") * max(abs(step), Decimal(1))
    return off <= max(min(abs(step) / 2, abs(exact) * Decimal("0.05")), abs(exact) * Decimal("0.0000000001"))
