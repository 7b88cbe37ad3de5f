"""Seasons: a pattern that returns with the year, the week or the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.contrast import contrast
from indagate.flows.report.analysis.measure import deviation, mean, median

CYCLES = 3
"""Cycles that a series must cover."""


@dataclass(frozen=True, slots=True)
class Season:
    """A seasonal pattern: what each position of the cycle adds, its strength (0–1), the probability by chance.

    `places` are the positions of the values in the cycle.
    """

    period: int
    pattern: tuple[float, ...]
    places: tuple[int, ...]
    strength: float
    tail: float

    def at(self, place: int) -> float:
        """Return what the season adds at a place."""
        return self.pattern[self.places[place]]


def find_season(values: Sequence[float], period: int, places: Sequence[int] = ()) -> Season | None:
    """Return the seasonal pattern of a period, or None for fewer than three cycles.

    `places` are the positions of the values in the cycle, where these do not simply follow each other.

    What remains beside a centred moving mean of one period is compared between positions of the cycle (Kruskal, Wallis
    1952). Strength: 1 - variance of the remainder / variance of pattern and remainder (Wang, Smith, Hyndman 2006).
    """
    n = len(values)
    if period < 2 or n < CYCLES * period:
        return None
    at = tuple(places) or tuple(place % period for place in range(n))
    half = period // 2
    detrended: list[tuple[int, float]] = []
    for place in range(half, n - half):
        window = list(values[place - half : place + half + 1])
        level = mean(window) if period % 2 else (sum(window) - (window[0] + window[-1]) / 2) / period
        detrended.append((at[place], values[place] - level))
    groups = [[value for position, value in detrended if position == k] for k in range(period)]
    if any(len(group) < 2 for group in groups):
        return None
    raw = [median(group) for group in groups]
    centre = mean(raw)
    pattern = tuple(value - centre for value in raw)
    rest = [value - pattern[position] for position, value in detrended]
    whole = deviation([value for _, value in detrended]) ** 2
    strength = max(0.0, 1 - deviation(rest) ** 2 / whole) if whole > 0 else 0.0
    found = contrast(groups)
    return Season(period, pattern, at, strength, found.tail if found else 1.0)
