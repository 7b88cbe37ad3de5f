"""Seasons: a pattern that returns with the year, the week or the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import chi_square_tail, deviation, mean, median, ranks

CYCLES = 3
"""Cycles that a series must cover."""


@dataclass(frozen=True, slots=True)
class Season:
    """A seasonal pattern: what each position of the cycle adds, its strength (0–1), the probability by chance."""

    period: int
    pattern: tuple[float, ...]
    strength: float
    tail: float

    def at(self, place: int) -> float:
        """Return what the season adds at a place."""
        return self.pattern[place % self.period]


def find_season(values: Sequence[float], period: int) -> Season | None:
    """Return the seasonal pattern of a period, or None for fewer than three cycles.

    What remains beside a centred moving mean of one period is compared between positions of the cycle (Kruskal, Wallis
    1952). Strength: 1 - variance of the remainder / variance of pattern and remainder (Wang, Smith, Hyndman 2006).
    """
    n = len(values)
    if period < 2 or n < CYCLES * period:
        return None
    half = period // 2
    detrended: list[tuple[int, float]] = []
    for place in range(half, n - half):
        window = list(values[place - half : place + half + 1])
        level = mean(window) if period % 2 else (sum(window) - (window[0] + window[-1]) / 2) / period
        detrended.append((place % period, values[place] - level))
    groups = [[value for position, value in detrended if position == k] for k in range(period)]
    if any(len(group) < 2 for group in groups):
        return None
    raw = [median(group) for group in groups]
    centre = mean(raw)
    pattern = tuple(value - centre for value in raw)
    rest = [value - pattern[position] for position, value in detrended]
    whole = deviation([value for _, value in detrended]) ** 2
    strength = max(0.0, 1 - deviation(rest) ** 2 / whole) if whole > 0 else 0.0
    return Season(period, pattern, strength, _kruskal_wallis(groups))


def _kruskal_wallis(groups: Sequence[Sequence[float]]) -> float:
    """Return the probability that groups of one distribution differ as much in their ranks."""
    values = [value for group in groups for value in group]
    n = len(values)
    placed = ranks(values)
    total, start = 0.0, 0
    for group in groups:
        total += sum(placed[start : start + len(group)]) ** 2 / len(group)
        start += len(group)
    ties: dict[float, int] = {}
    for value in values:
        ties[value] = ties.get(value, 0) + 1
    score = 12 / (n * (n + 1)) * total - 3 * (n + 1)
    tied = 1 - sum(count**3 - count for count in ties.values()) / (n**3 - n)
    return chi_square_tail(score / tied, len(groups) - 1) if tied > 0 else 1.0
