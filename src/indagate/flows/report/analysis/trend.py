"""Trends that outliers do not make: Theil and Sen's slope, Mann and Kendall's test, drifts of wandering series."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import (
    autocorrelation,
    deviation,
    mean,
    median,
    normal_point,
    normal_tail,
    student_tail,
)

LONGEST = 400
"""Points from which slopes are taken of evenly spaced ones: all pairs would be too many."""
COARSE = 100
"""Means of neighbours of which the steps of a longer series are taken."""
NEARNESS = 0.02
"""How fast the weight of the test of steps falls with the distance from a random walk."""


@dataclass(frozen=True, slots=True)
class Trend:
    """A trend: change per step, where its line starts and ends, the probability of such a one by chance."""

    slope: float
    start: float
    end: float
    tail: float
    tau: float


def find_trend(values: Sequence[float]) -> Trend | None:
    """Return the trend of evenly spaced values, or None for fewer than eight.

    Slope: the median of all pairwise slopes (Theil 1950, Sen 1968). Two tests share its probability. The rank test of
    Mann (1945) and Kendall, its variance widened for dependence by the effective number of observations,
    n (1 - r) / (1 + r) with r of the residuals, is right where they return to the line; the test of the steps is right
    for a random walk. Their scores are averaged with weights that pass smoothly from one to the other as n (1 - r) goes
    to zero, as Harvey, Leybourne and Taylor (2007, Journal of Econometrics 141) weight theirs. Where every step
    goes the same way the sign test says enough: even of a random walk that has a probability of 2 ** (2 - n).
    """
    n = len(values)
    if n < 8:
        return None
    slope = theil_sen(values)
    middle = median([value - slope * place for place, value in enumerate(values)])
    dependence = _dependence([value - middle - slope * place for place, value in enumerate(values)])
    score, variance = _kendall(values)
    near = math.exp(-NEARNESS * (n * (1 - dependence)) ** 2)
    whole = (1 - near) * _rank_score(score, variance, dependence) + near * _step_score(values)
    tau = score / (n * (n - 1) / 2)
    tail = normal_tail(whole) if abs(tau) < 1 else min(normal_tail(whole), 2.0 ** (2 - n))
    return Trend(slope, middle, middle + slope * (n - 1), tail, tau)


def way_of(values: Sequence[float]) -> tuple[float, float]:
    """Return by how much more pairs of values rise than fall, as a share of all (Kendall's tau), and its probability.

    That is the probability by chance, were the values independent.
    """
    score, variance = _kendall(values)
    pairs = len(values) * (len(values) - 1) / 2
    return (score / pairs if pairs else 0.0), normal_tail(_rank_score(score, variance, 0.0))


def _dependence(rest: Sequence[float]) -> float:
    """Return how far residuals depend on the one before, at most 1.

    What is estimated is too low: by (1 + 3 r) / n (Kendall 1954), by about 10 / n for a random walk around a line
    (the mean of Dickey and Fuller's distribution, 1979).
    """
    r = autocorrelation(rest)
    return min(1.0, r + (1 + 3 * r + 6 * max(0.0, r) ** 4) / len(rest))


def _rank_score(score: float, variance: float, dependence: float) -> float:
    """Return Kendall's score in standard deviations, as wide as the dependence makes them."""
    if variance <= 0 or dependence >= 1:
        return 0.0
    wider = (1 + dependence) / (1 - dependence) if dependence > 0 else 1.0
    return (score - (score > 0) + (score < 0)) / math.sqrt(variance * wider)


def _step_score(values: Sequence[float]) -> float:
    """Return how far the steps of a series are from none on average, in standard deviations of a normal.

    By Student's test of their mean, or by how many go the same way; whichever sees more, for twice the price.
    """
    n = len(values)
    size = max(1, n // COARSE)  # the noise of single days would hide the drift of years
    means = [mean(values[place : place + size]) for place in range(0, n - size + 1, size)]
    steps = [means[place] - means[place - 1] for place in range(1, len(means))]
    wide, drift = deviation(steps), mean(steps)
    carried = max(0.0, min(0.95, autocorrelation(steps)))
    error = wide / math.sqrt(len(steps)) * math.sqrt((1 + carried) / (1 - carried))
    tail = student_tail(drift / error, len(steps) - 1) if error else 1.0
    return math.copysign(normal_point(min(1.0, 2 * min(tail, _sign_tail(steps)))), drift)


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
