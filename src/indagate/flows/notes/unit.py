"""Numbers and units of a short note: what is written, what it measures, and how much of the base unit it is."""

from __future__ import annotations

import re

_TABLE = """
length km 1 km kms kilometer kilometers kilometre kilometres км
length mi 1.609344 mi mile miles
length m 0.001 meter meters metre metres
length cm 0.00001 cm
time min 1 min mins minute minutes мин
time h 60 h hr hrs hour hours std ч час часа часов
time s 0.016666666666666666 sec secs second seconds
mass kg 1 kg kgs kilo kilos kilogram kilograms кг
mass lb 0.45359237 lb lbs pound pounds
mass g 0.001 g gr gram grams г
energy kcal 1 kcal calorie calories cal ккал
energy kJ 0.2390057361376673 kj
volume L 1 l liter liters litre litres л
volume mL 0.001 ml milliliter milliliters
pace min/km 1 min/km /km
pulse bpm 1 bpm
percent % 1 % percent
degree °C 1 °c
"""
_CURRENCIES = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD", "dollar": "USD",
    "dollars": "USD", "£": "GBP", "gbp": "GBP", "chf": "CHF", "₽": "RUB", "rub": "RUB", "руб": "RUB", "zł": "PLN",
    "pln": "PLN",
}  # fmt: skip
_UNITS: dict[str, tuple[str, str, float]] = {}
_NAMES: dict[str, tuple[str, float]] = {}
for _row in _TABLE.strip().splitlines():
    _dimension, _unit, _size, *_spelled = _row.split()
    _NAMES[_unit] = (_dimension, float(_size))
    _UNITS.update({spelling: (_dimension, _unit, float(_size)) for spelling in (_unit.lower(), *_spelled)})
MONEY = "money"
NUMBER = r"\d+(?:[.,]\d+)*"


def unit_of(word: str) -> str:
    """Return the unit that a word is in its usual spelling (km, EUR), or ""."""
    low = word.casefold().rstrip(".")
    return _CURRENCIES.get(low) or (_UNITS[low][1] if low in _UNITS else "")


def is_unit(name: str) -> bool:
    """Whether a name is that of a unit, or `money`."""
    return name == MONEY or bool(unit_of(name))


def is_currency(unit: str) -> bool:
    """Whether a unit is a currency."""
    return unit in _CURRENCIES.values()


def dimension(unit: str) -> str:
    """Return what a unit measures: length, time, money, …; "" of no unit, the unit itself of an unknown one."""
    if unit == MONEY or is_currency(unit):
        return MONEY
    return _NAMES[unit][0] if unit in _NAMES else unit


def units_like(unit: str) -> tuple[str, ...]:
    """Return the units that measure the same as one does, itself included; none of an unknown unit."""
    return tuple(name for name, (kind, _) in _NAMES.items() if unit in _NAMES and kind == _NAMES[unit][0])


def factor(unit: str, to: str) -> float | None:
    """Return what a value in a unit is multiplied by to be in another; None where they do not measure the same."""
    if unit not in _NAMES or to not in _NAMES or _NAMES[unit][0] != _NAMES[to][0]:
        return None
    return _NAMES[unit][1] / _NAMES[to][1]


def converted(value: float, unit: str, to: str) -> float:
    """Return a value in another unit of the same dimension; where there is no factor it stays."""
    times = None if unit == to else factor(unit, to)
    return value if times is None else round(value * times, 6)


def number(text: str) -> float | None:
    """Return a number as it is written: "1,200" and "1,5" and "12.50"; None where it may be two numbers ("1.200")."""
    if len(text) > 15:
        return None
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return None if re.fullmatch(r"[1-9]\d{0,2}\.\d{3}", text) else float(text)
    if re.fullmatch(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?", text):
        return float(text.replace(",", ""))
    if re.fullmatch(r"\d+,\d{1,2}", text):
        return float(text.replace(",", "."))
    return None
