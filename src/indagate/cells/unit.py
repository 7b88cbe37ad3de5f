"""Units of columns, from headings and values, and their algebra: EUR / kg, 100 × a share is %."""

from __future__ import annotations

import re

from indagate.cells.numeral import MULTIPLES
from indagate.frozen import dataclass
from indagate.vocabulary import vocabulary

_BRACKETS = re.compile(r"^(.*?)\s*[(\[]([^()\[\]]+)[)\]]\s*$")
_COMMA = re.compile(r"^(.+),\s*([^,]+)$")
AMBIGUOUS = frozenset(
    vocabulary(
        """
mw min m s h d t g f k l a b c j n w v mi deg in day days year years month months week weeks hour minute
second bar mol yard foot degree mm_hg kn pt mb gb kb cal cent cents pound pounds dollar mp ha sec yr ns us ms
gal percent_change ton tons mole moles byte bit pixel decade century knot meter mile watt amp volt
"""
    )
)
"""Last parts of a lower-case heading that may be another word or another unit: asked, never guessed."""
_SYMBOLS = {
    "eur": "EUR", "euro": "EUR", "usd": "USD", "gbp": "GBP", "rub": "RUB", "jpy": "JPY", "chf": "CHF", "cny": "CNY",
    "inr": "INR", "hp": "hp", "horsepower": "hp", "gallon": "gal",
    "pct": "%", "percent": "%", "perc": "%", "kg": "kg", "km": "km", "cm": "cm", "mm": "mm", "kwh": "kWh", "mwh": "MWh",
    "gwh": "GWh", "twh": "TWh", "kw": "kW", "gw": "GW", "kmh": "km/h", "kph": "km/h", "mph": "mph", "hpa": "hPa",
    "kpa": "kPa", "ml": "mL", "lb": "lb", "lbs": "lb", "oz": "oz", "celsius": "°C", "fahrenheit": "°F", "km2": "km²",
    "m2": "m²", "m3": "m³", "ppm": "ppm", "minutes": "min", "seconds": "s", "hours": "h", "kcal": "kcal", "hz": "Hz",
    "ft": "ft", "metres": "m", "meters": "m", "miles": "mi", "litres": "L", "liters": "L", "tonnes": "t", "grams": "g",
    "feet": "ft", "inches": "in", "db": "dB", "sqft": "sq ft", "sqm": "m²",
}  # fmt: skip
"""Last parts of a heading that are one unit only, whatever their case."""
_PER = ("per", "je", "pro", "за")
"""Before the last part: what stands there is divided by, so it is not the unit."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A product of symbols with exponents; without any it is a plain number."""

    parts: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        """The unit as people write it: "EUR/kg"; "" of a plain number."""
        above = "·".join(_power(symbol, power) for symbol, power in self.parts if power > 0)
        below = "·".join(_power(symbol, -power) for symbol, power in self.parts if power < 0)
        return f"{above or '1'}/{below}" if below else above

    def times(self, other: Unit, sign: int = 1) -> Unit:
        """Return the unit of a product, or with the sign -1 of a quotient."""
        powers = dict(self.parts)
        for symbol, power in other.parts:
            powers[symbol] = powers.get(symbol, 0) + sign * power
        return Unit(tuple((symbol, power) for symbol, power in powers.items() if power))


ONE = Unit()
PERCENT = Unit((("%", 1),))


def _power(symbol: str, power: int) -> str:
    if power == 1:
        return symbol
    signs = {2: "²", 3: "³"}
    return f"{symbol}{signs.get(power, f'^{power}')}"


def parse_unit(text: str) -> Unit:
    """Return a unit as a product: "EUR/kg" is two symbols, "km/h" too."""
    above, *below = [part.strip() for part in text.split("/")]
    unit = Unit(((above, 1),)) if above not in ("", "1") else ONE
    for part in below:
        unit = unit.times(Unit(((part, 1),)), -1)
    return unit


def unit_in_heading(heading: str) -> tuple[str, str | None, str]:
    """Return a heading without its unit, the unit (None: unknown), and the part that may be a unit but is ambiguous."""
    for form in (_BRACKETS, _COMMA):
        if (found := form.match(heading)) and _is_unit(found[2].strip()):
            return found[1].strip(), found[2].strip(), ""
    words = [word for word in re.split(r"[\s_]+", heading) if word]
    if words and not (_SYMBOLS.keys() | AMBIGUOUS).intersection({words[-1].lower()}):  # kWh is one word, massKg two
        words[-1:] = re.split(r"(?<=[a-z])(?=[A-Z])", words[-1])
    if len(words) < 2:
        return heading, _SYMBOLS.get(heading.strip().lower()), ""
    tail = words[-1]
    title = re.sub(rf"[\s_]*{re.escape(tail)}\s*$", "", heading)
    if len(words) > 2 and words[-2].lower() in _PER and (below := _symbol(tail)):
        above = _symbol(words[-3])
        return (heading, f"{above}/{below}", "") if above else (heading, None, "")
    if symbol := _SYMBOLS.get(tail.lower()):
        return title, symbol, ""
    if tail.lower() in AMBIGUOUS:
        return heading, None, tail
    return heading, None, ""


def _symbol(word: str) -> str | None:
    from indagate.unit import lookup

    return _SYMBOLS.get(word.lower()) or (word if lookup(word) and word.lower() not in AMBIGUOUS else None)


def _is_unit(text: str) -> bool:
    """Whether a text in brackets or after a comma is a unit, perhaps multiplied ("thousand EUR", "USD bn")."""
    if any(_known(part) for part in (text, text.rstrip("."))):
        return True
    if "/" in text:
        return all(_known(part.strip()) for part in text.split("/"))
    words = text.split()
    rest = [word for word in words if word.lower() not in MULTIPLES]
    return (len(words) > len(rest) > 0 and all(_known(word) for word in rest)) or (not rest and bool(words))


def _known(text: str) -> bool:
    from indagate.unit import lookup

    return lookup(text) is not None or text.lower() in _SYMBOLS


def is_unit_value(text: str) -> bool:
    """Whether a value of a column is a unit."""
    return _is_unit(text)


def is_telling_unit(text: str) -> bool:
    """Whether a unit can hardly be anything else: money, or one of two parts."""
    from indagate.unit import is_currency, lookup

    unit = lookup(text)
    return (unit is not None and is_currency(unit.canonical)) or "/" in text
