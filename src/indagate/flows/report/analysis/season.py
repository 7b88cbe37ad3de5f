"""Seasons: a pattern that returns with the year, the week or the day."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.contrast import contrast
from indagate.flows.report.analysis.measure import autocorrelation, deviation, mean, median

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

    `places` are the positions of the values in the cycle, where these do not simply follow each other. What remains
    beside a centred moving mean of one period is compared between positions (Kruskal, Wallis 1952). Strength: 1 -
    variance of the remainder / variance of pattern and remainder (Wang, Smith, Hyndman 2006).
    """
    if period < 2 or len(values) < CYCLES * period:
        return None
    at = tuple(places) or tuple(place % period for place in range(len(values)))
    return _pattern(values, period, at, dependent=False)


def find_year(values: Sequence[float], year: int, months: Sequence[int]) -> Season | None:
    """Return the pattern of the year in daily values, by months (0 to 11), or None for fewer than three years.

    `year` is how many days one has. As `find_season`, but neighbouring days are alike: the score is divided by how much
    wider that makes the variance of a mean, the larger of (1 + r) / (1 - r) and 1 + 2 * the sum of the autocorrelations
    of a month (Bartlett 1946).
    """
    if len(values) < CYCLES * year:
        return None
    return _pattern(values, year, tuple(months), dependent=True)


def _pattern(values: Sequence[float], period: int, at: tuple[int, ...], *, dependent: bool) -> Season | None:
    n, half = len(values), period // 2
    detrended: list[tuple[int, float]] = []
    total = math.fsum(values[: 2 * half])
    for place in range(half, n - half):
        total += values[place + half] - (values[place - half - 1] if place > half else 0.0)
        level = total / period if period % 2 else (total - (values[place - half] + values[place + half]) / 2) / period
        detrended.append((at[place], values[place] - level))
    groups = [[value for position, value in detrended if position == k] for k in range(max(at) + 1)]
    if any(len(group) < 2 for group in groups):
        return None
    raw = [median(group) for group in groups] if not dependent else [mean(group) for group in groups]
    centre = mean(raw)
    pattern = tuple(value - centre for value in raw)
    rest = [value - pattern[position] for position, value in detrended]
    whole = deviation([value for _, value in detrended]) ** 2
    strength = max(0.0, 1 - deviation(rest) ** 2 / whole) if whole > 0 else 0.0
    found = contrast(groups, wider=_wider(rest) if dependent else 1.0)
    return Season(period, pattern, at, strength, found.tail if found else 1.0)


def _wider(rest: Sequence[float]) -> float:
    """Return how much wider the variance of a mean is than if values that follow each other were unlike."""
    alike = [autocorrelation(rest, lag) for lag in range(1, 31)]
    return max(1.0, (1 + alike[0]) / max(1e-3, 1 - alike[0]), 1 + 2 * math.fsum(alike))
