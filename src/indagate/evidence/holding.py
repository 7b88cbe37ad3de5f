"""Whether a quote holds the numbers of a statement, once words, separators, magnitudes and units are normalised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from indagate.evidence import unit as units
from indagate.evidence.quantity import Quantity, quantities
from indagate.evidence.word import STOPS

# A unit that stands apart from its numbers, as in the head of a table: "Length (km)", "Dauer [h]", "in %".
_APART = re.compile(r"(?:[(\[,]\s*(?:in\s+|в\s+)?|\b(?:in|в)\s+)([^\d\s()\[\],|]{1,14})(?=\s*[)\],:|]|\s*$|\s)")
_FALLING = re.compile(
    r"\b(?:f[ae]ll|declin|decreas|drop|loss|los[te]|shr[aiu]nk|down|lower|minus|s[ua]nk|slump|reduc|negative|"
    r"fiel|gefallen|zurück|rückg|verl[uo]|gesunken|weniger|сни[зж]|упал|паден|сокра|убыт|потер|уменьш|минус)",
    re.IGNORECASE,
)
_NEXT_WORD = re.compile(r"[ \u00a0\u202f]*-?([^\W\d_]+)")
_ENDS = re.compile(r"[.!?…]\s")
_COUNTING = ("number", "percent", "money", "part")


def missing_numbers(statement: str, *quotes: str) -> list[str]:
    """Return the numbers of a statement, as written there, that none of the quotes holds.

    Words equal digits, separators are read by the language, units of one dimension convert (rounded to the digits the
    statement shows), dates may be less exact than the quote's. Word ordinals ("first"), list numbers, citation marks
    and addresses are no numbers; an id ("RFC 9110") is missing only if the quote names another one of its series.
    """
    demanded = quantities(statement)
    supply = [quantity for quote in quotes for quantity in _supplied(quote)] if demanded else []
    falling = bool(_FALLING.search(statement))
    return [
        quantity.text
        for quantity in demanded
        if not any(_held(one, supply, falling) for one in (quantity, *_in_units_nearby(statement, quantity, demanded)))
    ]


@lru_cache(maxsize=1_024)
def _supplied(quote: str) -> tuple[Quantity, ...]:
    """Return what a quote holds, its bare numbers also in the units that may be theirs."""
    found = quantities(quote)
    apart = [unit for match in _APART.finditer(quote) if (unit := units.lookup(match[1].rstrip(".:;")))]
    bare = [quantity for quantity in found if quantity.unit is None and quantity.kind == "number"]
    nearby = [read for quantity in bare for read in _in_units_nearby(quote, quantity, found)]
    return (*found, *nearby, *(_in_unit(quantity, unit) for quantity in bare for unit in apart))


def _in_unit(quantity: Quantity, unit: units.Unit, size: Decimal = Decimal(1)) -> Quantity:
    """Return a bare number read in a unit, and with a magnitude."""
    values = tuple(unit.convert(value * size) for value in quantity.readings)
    step = quantity.step * unit.factor * size
    return replace(
        quantity, value=values[0], unit=unit.canonical or None, readings=values, step=step, factor=unit.factor
    )


def _in_units_nearby(text: str, quantity: Quantity, others: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield a bare number in the units of the other numbers of its sentence: "52 minutes, from 71 before".

    A number that counts what follows it ("33 villages") is none of these. A magnitude goes with its unit.
    """
    following = _NEXT_WORD.match(text, quantity.span.end)
    if quantity.unit or quantity.kind != "number" or (following and following[1].casefold() not in STOPS):
        return
    for other in others:
        first, last = sorted((quantity.span, other.span))
        if (other.unit is None and other.scale == 1) or _ENDS.search(text, first.end, last.start):
            continue
        for size in {Decimal(1), other.scale if quantity.scale == 1 else Decimal(1)}:
            yield _in_unit(quantity, units.Unit(other.unit or "", other.factor), size)


def _held(quantity: Quantity, supply: Sequence[Quantity], falling: bool) -> bool:
    like = [other for other in supply if other.kind == quantity.kind]
    if quantity.kind == "id":
        series = [other.name for other in like if _prefix(other) == _prefix(quantity)]
        return not series or quantity.name in series
    if quantity.kind in ("version", "time", "decade"):
        return any(other.name == quantity.name for other in like)
    dated = [other.dated for other in supply if other.dated]
    if quantity.kind == "ordinal":
        return _bare(quantity.value, supply) or any(date.day == quantity.value for date in dated)
    if quantity.dated is None:
        year = quantity.unit is None and any(date.year == quantity.value for date in dated)
        return year or any(_same(quantity, other, falling) for other in supply if other.kind in _COUNTING)
    if any(quantity.dated.within(date) for date in dated):
        return True
    apart = replace(quantity.dated, year=None)  # "held in 2019, on March 12"
    return _bare(quantity.value, supply) and any(apart.within(date) and date.year is None for date in dated)


def _prefix(quantity: Quantity) -> str:
    return re.sub(r"\d.*", "", quantity.name)


def _bare(value: Decimal, supply: Sequence[Quantity]) -> bool:
    return bool(value) and any(other.unit is None and value in (other.value, *other.readings) for other in supply)


def _same(quantity: Quantity, other: Quantity, falling: bool) -> bool:
    """Whether a number of the quotes is one of the statement."""
    values, theirs = quantity.readings, other.readings
    if quantity.unit != other.unit:  # a share is so many percent
        scaled = {units.PERCENT: Decimal("0.01")}
        if {quantity.unit, other.unit} != {units.PERCENT, None} or "part" not in (quantity.kind, other.kind):
            return False
        one = [value * scaled.get(quantity.unit or "", Decimal(1)) for value in values]
        two = [value * scaled.get(other.unit or "", Decimal(1)) for value in theirs]
        return any(abs(a - b) < Decimal("0.0000001") for a in one for b in two)
    if quantity.rate and other.rate and quantity.rate != other.rate:
        return False
    if falling:
        values += tuple(-value for value in values)
    if any(value in theirs for value in values):
        return True
    # Another unit of the dimension: equal when rounded to what the statement shows, two digits at least.
    return quantity.factor != other.factor and any(
        _rounds(value, exact, quantity.step) for value in values for exact in theirs
    )


def _rounds(value: Decimal, exact: Decimal, step: Decimal) -> bool:
    off = abs(value - exact)
    if value == 0 or exact == 0:
        return off <= Decimal("0.000001") * max(abs(step), Decimal(1))
    return off <= max(min(abs(step) / 2, abs(exact) * Decimal("0.05")), abs(exact) * Decimal("0.0000000001"))
