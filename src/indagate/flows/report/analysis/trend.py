"""Trends that outliers do not make: Theil and Sen's slope, Mann and Kendall's test, drifts of wandering series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import autocorrelation, deviation, mean, median, normal_tail, student_tail

LONGEST = 400
"""Points from which slopes are taken of evenly spaced ones: all pairs would be too many."""
COARSE = 100
"""Means of neighbours of which the steps of a longer wandering series are taken."""
WANDERING = 0.85
"""The dependence of residuals on the one before from which a series wanders, and its steps are tested instead."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A trend: change per step, where its line starts and ends, the probability of such a one by chance.

    `wandering` says that the series is close to a random walk, so that the test is of its mean step.
    """

    slope: float
    start: float
    end: float
    tail: float
    tau: float
    wandering: bool


def find_trend(values: Sequence[float]) -> Trend | None:
    """Return the trend of evenly spaced values, or None for fewer than eight.

    Slope: the median of all pairwise slopes (Theil 1950, Sen 1968). Test: Mann (1945) and Kendall with ties, its
    variance widened for dependence by the effective number of observations, n (1 - r) / (1 + r), r of the residuals.
    """
    n = len(values)
    if n < 8:
        return None
    slope = theil_sen(values)
    middle = median([value - slope * place for place, value in enumerate(values)])
    rest = [value - middle - slope * place for place, value in enumerate(values)]
    dependence = autocorrelation(rest)
    dependence = min(0.99, dependence + (1 + 3 * dependence) / n)  # it is estimated too low (Kendall 1954)
    score, variance = _kendall(values)
    tau = score / (n * (n - 1) / 2)
    wandering = dependence >= WANDERING
    if wandering:
        size = max(1, n // COARSE)  # the noise of single days would hide the drift of years
        means = [mean(values[place : place + size]) for place in range(0, n - size + 1, size)]
        steps = [means[place] - means[place - 1] for place in range(1, len(means))]
        wide = deviation(steps)
        carried = max(0.0, min(0.95, autocorrelation(steps)))
        error = wide / math.sqrt(len(steps)) * math.sqrt((1 + carried) / (1 - carried))
        tail = student_tail(mean(steps) / error, len(steps) - 1) if error else 1.0
        tail = min(1.0, 2 * min(tail, _sign_tail(steps)))  # whichever of two tests sees more, for twice the price
    else:
        wider = (1 + dependence) / (1 - dependence) if dependence > 0 else 1.0
        step = (score > 0) - (score < 0)
        tail = normal_tail((score - step) / math.sqrt(variance * wider)) if variance > 0 else 1.0
    return Trend(slope, middle, middle + slope * (n - 1), tail, tau, wandering)


def _sign_tail(steps: Sequence[float]) -> float:
    """Return the probability that so many steps go the same way by chance (the sign test, two-sided)."""
    moving = [step for step in steps if step]
    n, k = len(moving), max(sum(step > 0 for step in moving), sum(step < 0 for step in moving))
    if n < 2 or k == 0:
        return 1.0
    if n > 200:
        return normal_tail((2 * k - n - 1) / math.sqrt(n))
    beyond: int = sum(math.comb(n, j) for j in range(k, n + 1))
    return min(1.0, 2 * beyond / (1 << n))


def theil_sen(values: Sequence[float]) -> float:
    """Return the median of the slopes of all pairs, of evenly chosen points where there are many."""
    n = len(values)
    count = min(n, LONGEST)
    places = [round(k * (n - 1) / max(1, count - 1)) for k in range(count)]
    slopes = [
        (values[later] - values[place]) / (later - place) for k, place in enumerate(places) for later in places[k + 1 :]
    ]
    return median(slopes) if slopes else 0.0


def _kendall(values: Sequence[float]) -> tuple[float, float]:
    """Return Kendall's score and its variance with ties, by sorting (Knight 1966)."""
    n = len(values)
    swaps = _inversions(list(values))
    ties: dict[float, int] = {}
    for value in values:
        ties[value] = ties.get(value, 0) + 1
    tied = sum(count * (count - 1) / 2 for count in ties.values())
    score = n * (n - 1) / 2 - tied - 2 * swaps
    less = sum(count * (count - 1) * (2 * count + 5) for count in ties.values())
    return score, (n * (n - 1) * (2 * n + 5) - less) / 18


def _inversions(values: list[float]) -> int:
    if len(values) < 2:
        return 0
    half = len(values) // 2
    left, right = values[:half], values[half:]
    count = _inversions(left) + _inversions(right)
    a = b = 0
    for place in range(len(values)):
        if b >= len(right) or (a < len(left) and left[a] <= right[b]):
            values[place] = left[a]
            a += 1
        else:
            values[place] = right[b]
            count += len(left) - a
            b += 1
    return count
