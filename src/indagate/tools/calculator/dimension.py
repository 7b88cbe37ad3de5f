"""Dimensions: what each unit measures, as powers of base units, and how many of them it is."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache

from indagate.unit import lookup, spellings

Powers = tuple[tuple[str, int], ...]
"""Base units with their exponents, sorted, none of them zero; empty for a pure number."""

# A canonical unit of the table in `indagate.unit`, its powers of base units, and its factor if that is not 1.
_CANONICAL: dict[str, tuple[dict[str, int], int]] = {
    "m2": ({"m": 2}, 1),
    "m3": ({"m": 3}, 1),
    "W": ({"kg": 1, "m": 2, "s": -3}, 1),
    "J": ({"kg": 1, "m": 2, "s": -2}, 1),
    "V": ({"kg": 1, "m": 2, "s": -3, "A": -1}, 1),
    "ohm": ({"kg": 1, "m": 2, "s": -3, "A": -2}, 1),
    "Ah": ({"A": 1, "s": 1}, 3600),
    "Hz": ({"s": -1}, 1),
    "Pa": ({"kg": 1, "m": -1, "s": -2}, 1),
    "N": ({"kg": 1, "m": 1, "s": -2}, 1),
    "m/s": ({"m": 1, "s": -1}, 1),
    "B": ({"bit": 1}, 8),
    "bit/s": ({"bit": 1, "s": -1}, 1),
    "B/s": ({"bit": 1, "s": -1}, 8),
}
_EXACT = {"km/h": Fraction(1000, 3600), "kn": Fraction(1852, 3600), "hp": Fraction("745.69987158227022")}
"""Units whose factor the table can only round."""
YEAR_IN_DAYS = 365
_MONTH = Fraction(YEAR_IN_DAYS * 86400, 12)


@dataclass(frozen=True, slots=True)
class Measure:
    """A unit by its spelling: its powers of base units, its factor to them, and an offset (temperatures)."""

    name: str
    powers: Powers
    factor: Fraction
    offset: Fraction = Fraction(0)


@cache
def measure(name: str) -> Measure | None:
    """Return the unit spelled so, or None; percent and the like are numbers, not units."""
    found = lookup(name)
    if found is None and name[-1:] in ("s", "ы"):
        found = lookup(name[:-1])
    if found is None or found.canonical in ("%", "pp", "ppm"):
        return None
    powers, times = _CANONICAL.get(found.canonical, ({found.canonical: 1}, 1))
    factor = _EXACT.get(name) or Fraction(found.factor)
    if name.casefold() in ("knot", "knots"):
        factor = _EXACT["kn"]
    if found.canonical == "°C" and found.offset and factor != 1:  # Fahrenheit, which the table can only round
        return Measure(name, (("°C", 1),), Fraction(5, 9), Fraction(-160, 9))
    return Measure(name, tuple(sorted(powers.items())), factor * times, Fraction(found.offset))


def combined(one: Powers, other: Powers, times: int = 1) -> Powers:
    """Return the powers of a product, or with `times` -1 of a quotient."""
    total = dict(one)
    for base, power in other:
        total[base] = total.get(base, 0) + times * power
    return tuple(sorted((base, power) for base, power in total.items() if power))


def without_months(powers: Powers) -> tuple[Powers, Fraction]:
    """Return powers with months counted in seconds (a year as 365 days), and the factor that this takes."""
    power = dict(powers).get("month", 0)
    if not power:
        return powers, Fraction(1)
    rest = tuple((base, n) for base, n in powers if base != "month")
    return combined(rest, (("s", power),)), _MONTH**power


@cache
def ratios() -> frozenset[Decimal]:
    """Return how many of one unit another of its dimension is, as far as that is exact: 60, 7, 365, 1.609344.

    Of days, weeks, months and years, which do not go into one another evenly, whole ones count too: 52 weeks a year.
    """
    sizes: dict[Powers, set[Fraction]] = {}
    for found in filter(None, map(measure, spellings())):
        powers, times = without_months(found.powers)
        sizes.setdefault(powers, set()).add(found.factor * times)
    made = {one / other for like in sizes.values() for one in like for other in like}
    calendar = [size for size in sizes[("s", 1),] if 86400 <= size <= YEAR_IN_DAYS * 86400]
    made |= {Fraction(one // other) for one in calendar for other in calendar if one > other}
    return frozenset(value for one in made if (value := Decimal(one.numerator) / one.denominator) == one)
