"""Categories that have an order of their own: months, weekdays, sizes, ages, numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERED = re.compile(r"[<>≤≥~]?\s*[-−+]?\d")
_ROWS = (
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "янв фев мар апр ма июн июл авг сен окт ноя дек",
    "mon tue wed thu fri sat sun",
    "пн вт ср чт пт сб вс",
    "пон вто сре чет пят суб вос",
    "q1 q2 q3 q4",
    "low medium high",
    "small medium large",
    "winter spring summer autumn fall",
    "зима весна лето осень",
)


_DIGITS = re.compile(r"\d+(?:\.\d+)?")


def in_order(names: Sequence[str]) -> list[str]:
    """Return names of such an order in it; others, and those that it does not tell apart, as they stand."""
    lower = {name: name.strip().lower() for name in names}
    if all(_NUMBERED.match(text) for text in lower.values()):
        signs = {name: -1 if text.startswith(("-", "−")) else 1 for name, text in lower.items()}
        return sorted(names, key=lambda name: [signs[name] * float(one) for one in _DIGITS.findall(lower[name])])
    for row in _ROWS:
        words = row.split()
        at = {name: next((k for k, w in enumerate(words) if text.startswith(w)), -1) for name, text in lower.items()}
        if -1 not in at.values() and len(set(at.values())) == len(at):
            return sorted(names, key=lambda name: at[name])
    return list(names)


def is_ordered(names: Sequence[str]) -> bool:
    """Whether these names stand in an order that sorting by value would destroy."""
    lower = [name.strip().lower() for name in names]
    if len(lower) < 2:
        return True
    if all(_NUMBERED.match(name) for name in lower):
        return True
    return any(all(any(name.startswith(word) for word in row.split()) for name in lower) for row in _ROWS)
