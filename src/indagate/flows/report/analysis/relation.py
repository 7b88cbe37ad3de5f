"""Relations of two measures: correlation of samples, and which of two series moves first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import (
    autocorrelation,
    mean,
    normal_tail,
    pearson,
    ranks,
    student_tail,
)

REVERSED = 0.1
"""From which size on a correlation within kinds goes a way at all."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation: by ranks (Spearman), linear (Pearson), of how many pairs, and its probability by chance."""

    spearman: float
    pearson: float
    pairs: int
    tail: float


@dataclass(frozen=True, slots=True)
class Lead:
    """How two series move together: the lag at which most (positive: the first leads), the correlation there and at 0.

    `tail` is the probability by chance of so large a correlation at any of the lags that were tried.
    """

    lag: int
    correlation: float
    at_once: float
    pairs: int
    tail: float
    tries: int


@dataclass(frozen=True, slots=True)
class Relation:
    """A rank correlation with the interval that holds it in 95 of 100 cases, and how many pairs it is worth."""

    coefficient: float
    low: float
    high: float
    pairs: int
    worth: float


def relate(one: Sequence[float], other: Sequence[float], *, in_order: bool = False) -> Relation | None:
    """Return how closely two samples go together, however loosely; None for fewer than eight pairs.

    Interval: Fisher's transform of Spearman's coefficient with variance 1.06 / (n - 3) (Fieller, Hartley and Pearson
    1957). Pairs that follow each other in time (`in_order`) are worth fewer, as neighbours are alike: 1 / worth =
    1 / n + 2 / n**2 * the sum of (n - j) times the product of both autocorrelations at lag j (Pyper, Peterman 1998).
    """
    n = len(one)
    if n < 8 or len(set(one)) < 3 or len(set(other)) < 3:
        return None
    a, b = ranks(one), ranks(other)
    rho, worth = pearson(a, b), float(n)
    if in_order:
        lags = range(1, min(n // 5, 400) + 1)
        alike = math.fsum((n - lag) / n * autocorrelation(a, lag) * autocorrelation(b, lag) for lag in lags)
        worth = max(4.0, min(n, n / max(1e-9, 1 + 2 * alike))) if alike > -0.5 else float(n)
    wide = 1.96 * math.sqrt(1.06 / max(0.5, worth - 3))
    middle = math.atanh(max(-0.999999, min(0.999999, rho)))
    return Relation(rho, math.tanh(middle - wide), math.tanh(middle + wide), n, worth)


def correlate(one: Sequence[float], other: Sequence[float]) -> Correlation | None:
    """Return the correlation of two samples, or None for fewer than eight pairs or where one does not vary.

    The probability is of Spearman's coefficient by Student's t with n - 2 degrees of freedom (Kendall, Stuart 1973).
    """
    n = len(one)
    if n < 8 or len(set(one)) < 3 or len(set(other)) < 3:
        return None
    rho = pearson(ranks(one), ranks(other))
    t = rho * math.sqrt((n - 2) / max(1e-12, 1 - rho * rho))
    return Correlation(rho, pearson(one, other), n, student_tail(t, n - 2))


def find_lead(one: Sequence[float], other: Sequence[float], most: int) -> Lead | None:
    """Return at which lag two series of the same times move together, or None for fewer than 30 points.

    Both are freed of what their own past tells (differences of a wandering series, then an autoregression of at most
    third order), so that under independence their correlations at each lag are near normal with variance 1 / n (Haugh
    1976); the best lag's probability is multiplied by the number of lags tried (Bonferroni).
    """
    n = len(one)
    if n < 30:
        return None
    a, b = whitened(one), whitened(other)
    size = min(len(a), len(b))
    a, b = ranks(a[-size:]), ranks(b[-size:])  # ranks, so that a single far point makes no relation
    most = min(most, size // 4)
    found = []
    for lag in range(-most, most + 1):
        first, second = (a[: size - lag], b[lag:]) if lag >= 0 else (a[-lag:], b[: size + lag])
        found.append((pearson(first, second), lag, len(first)))
    best, lag, pairs = max(found, key=lambda item: (abs(item[0]), -abs(item[1])))
    tries = len(found)
    tail = min(1.0, normal_tail(best * math.sqrt(pairs)) * tries)
    at_once = next(value for value, other_lag, _ in found if other_lag == 0)
    return Lead(lag, best, at_once, pairs, tail, tries)


def within(rows: Iterable[tuple[str, float, float]]) -> float:
    """Return the mean of the rank correlations within kinds, of rows with a kind and two values; each row counts."""
    kinds: dict[str, list[tuple[float, float]]] = {}
    for kind, one, other in rows:
        kinds.setdefault(kind, []).append((one, other))
    known = [pairs for pairs in kinds.values() if len(pairs) >= 8]
    count = sum(len(pairs) for pairs in known)
    each = (len(p) * pearson(ranks([a for a, _ in p]), ranks([b for _, b in p])) for p in known)
    return math.fsum(each) / count if count else 0.0


def is_reversed(whole: float, inside: float) -> bool:
    """Whether a correlation goes the other way within kinds than over all (Simpson 1951)."""
    return whole * inside < 0 and abs(inside) >= REVERSED


def whitened(values: Sequence[float]) -> list[float]:
    """Return what a series' own past does not tell: differenced if it wanders, then freed of an autoregression."""
    series = list(values)
    if autocorrelation(series) > 0.8:
        series = [series[place] - series[place - 1] for place in range(1, len(series))]
    weights = _autoregression(series, 3)
    centre = mean(series)
    order = len(weights)
    return [
        series[place] - centre - math.fsum(w * (series[place - k] - centre) for k, w in enumerate(weights, 1))
        for place in range(order, len(series))
    ]


def _autoregression(series: Sequence[float], most: int) -> list[float]:
    """Return the weights of the autoregression that the Akaike criterion prefers (Levinson 1947, Durbin 1960)."""
    n = len(series)
    lags = [autocorrelation(series, lag) if lag else 1.0 for lag in range(most + 1)]
    weights: list[float] = []
    error, best, chosen = 1.0, 0.0, []
    for order in range(1, most + 1):
        if error <= 1e-9:
            break
        reflection = (lags[order] - math.fsum(w * lags[order - k] for k, w in enumerate(weights, 1))) / error
        weights = [w - reflection * weights[order - 2 - k] for k, w in enumerate(weights)] + [reflection]
        error *= max(1e-12, 1 - reflection * reflection)
        score = n * math.log(error) + 2 * order
        if score < best - 1e-9:
            best, chosen = score, list(weights)
    return chosen
