"""Cycles: after how long a series returns to where it was, if that is no season of the calendar."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import autocorrelation, mean

LEAST = 5
"""Cycles that a series must cover: fewer are told from its wandering by nobody."""
LONGEST = 2000
"""Values of which a spectrum is taken; of a longer series means of neighbours are."""
APART = 1.5
"""A cycle must be longer than the season by this factor."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle: its period in steps, how many there are, its share of the variation, and the probability by chance."""

    period: float
    cycles: float
    share: float
    tail: float


def find_cycle(values: Sequence[float], season: int) -> Cycle | None:
    """Return the cycle of a series, longer than its season; None where it has none or is too short to tell.

    The strongest line of the periodogram is held against the spectrum of a first-order autoregression of the same
    dependence ("red noise"; Mann and Lees 1996, Torrence and Compo 1998): under that, the ratio of a line to its
    expectation is exponential, so that the probability of the largest of m is 1 - (1 - exp(-x))**m. Two neighbouring
    lines on each side belong to the cycle, which is seldom quite regular, and the autocorrelation must have a peak at
    about the same period.
    """
    block = -(-len(values) // LONGEST)
    series = [mean(values[place : place + block]) for place in range(0, len(values) - block + 1, block)]
    n = len(series)
    if n < 8 * LEAST:
        return None
    level, slope = _line(series)
    rest = [value - level - slope * (place - (n - 1) / 2) for place, value in enumerate(series)]
    power = math.fsum(value * value for value in rest)
    lines = n // 2
    if power <= 0:
        return None
    r = max(0.0, autocorrelation(rest))
    shortest = max(4.0, APART * season / block)
    tried = [k for k in range(LEAST, lines) if n / k >= shortest]
    if not tried:
        return None
    heights = {k: _height(rest, k) for k in range(1, max(tried) + 3)}
    noise = {k: (1 - r * r) / (1 + r * r - 2 * r * math.cos(2 * math.pi * k / n)) for k in heights}
    usual = power / n
    best = max(tried, key=lambda k: heights[k] / noise[k])
    ratio = heights[best] / (noise[best] * usual)
    tail = -math.expm1(len(tried) * math.log1p(-math.exp(-ratio))) if ratio < 700 else 0.0
    around = [k for k in range(best - 2, best + 3) if k in heights]
    period = n * math.fsum(heights[k] for k in around) / math.fsum(k * heights[k] for k in around)
    if not _returns(rest, period):
        return None
    share = min(1.0, 2 * math.fsum(heights[k] for k in around) / power)
    return Cycle(period * block, n / period, share, tail)


def _line(series: Sequence[float]) -> tuple[float, float]:
    """Return the level in the middle and the slope of the straight line of least squares."""
    n = len(series)
    middle = (n - 1) / 2
    slope = math.fsum((place - middle) * value for place, value in enumerate(series)) * 12 / (n * (n * n - 1))
    return mean(series), slope


def _height(rest: Sequence[float], k: int) -> float:
    """Return the height of the periodogram's line of k cycles: white noise of variance one has one on average."""
    n = len(rest)
    turn = 2 * math.pi * k / n
    real = math.fsum(value * math.cos(turn * place) for place, value in enumerate(rest))
    other = math.fsum(value * math.sin(turn * place) for place, value in enumerate(rest))
    return (real * real + other * other) / n


def _returns(rest: Sequence[float], period: float) -> bool:
    """Whether the autocorrelation has a peak of its own at about a period."""
    lags = range(max(2, round(period * 0.75)), round(period * 1.25) + 1)
    around = {lag: autocorrelation(rest, lag) for lag in (lags.start - 1, *lags, lags.stop)}
    best = max(lags, key=lambda lag: around[lag])
    return around[best] >= max(2 / math.sqrt(len(rest)), around[best - 1], around[best + 1])
