"""What a unit measures, in words: who says "30 bar" speaks of a pressure, whether the word is there or not.

Only units that measure one thing are listed: metres may be a height, a width or a distance.
"""

from __future__ import annotations

import re
from functools import cache

from indagate.evidence.scope import forms

_WORDS = {
    "Pa": "pressure Druck давление",
    "kg": "weight Gewicht вес",
    "°C": "temperature Temperatur температура",
    "K": "temperature Temperatur температура",
    "m/s": "speed Geschwindigkeit скорость",
    "V": "voltage Spannung напряжение",
    "W": "power Leistung мощность",
    "m2": "area Fläche площадь",
    "Hz": "frequency Frequenz частота",
    "N": "force Kraft сила",
}


def measured(unit: str | None) -> tuple[str, ...]:
    """The words for what a canonical unit measures, in three languages; none where it may measure several things."""
    return tuple(_WORDS.get(unit or "", "").split())


_TAKES = re.compile(
    r"\b(?:takes?|took|taken|lasts?|lasted|dauer(?:t|te|n)|займ[её]т|занимает|занимал\w*|длит\w+|продолжа\w+)\b[^.;]*$",
    re.IGNORECASE,
)
"""What makes a length of time the one that something takes."""


def attribute(unit: str | None, before: str) -> frozenset[str]:
    """The concepts of what a quantity measures, by its canonical unit and the words before it."""
    if unit in ("s", "month"):
        return frozenset(forms("duration")) if _TAKES.search(before) else frozenset()
    return frozenset(form for word in measured(unit)[:1] for form in forms(word))


@cache
def units_of(word: str) -> frozenset[str]:
    """The canonical units that measure what a word names; none for other words."""
    low = word.casefold()
    return frozenset(unit for unit, words in _WORDS.items() if low in words.casefold().split())
