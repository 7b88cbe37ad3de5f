"""Numbers of a sample: centre, spread, quantiles, ranks, and the distributions by which significance is told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

Sample = Sequence[float]


def mean(values: Sample) -> float:
    """Return the arithmetic mean of a sample that is not empty."""
    return math.fsum(values) / len(values)


def quantile(values: Sample, share: float) -> float:
    """Return a quantile, linear between the two nearest values (type 7 of Hyndman and Fan 1996)."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * share
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def median(values: Sample) -> float:
    """Return the median of a sample that is not empty."""
    return quantile(values, 0.5)


def deviation(values: Sample) -> float:
    """Return the standard deviation with n - 1; zero for fewer than two values."""
    if len(values) < 2:
        return 0.0
    centre = mean(values)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in values) / (len(values) - 1))


def spread(values: Sample) -> float:
    """Return a robust standard deviation: 1.4826 times the median absolute deviation (Hampel 1974)."""
    centre = median(values)
    return 1.4826 * median([abs(value - centre) for value in values])


def ranks(values: Sample) -> list[float]:
    """Return the rank of each value, from 1; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            found[place] = (start + end) / 2 + 1
        start = end + 1
    return found


def pearson(one: Sample, other: Sample) -> float:
    """Return Pearson's correlation; zero where one of the two does not vary."""
    a, b = mean(one), mean(other)
    top = math.fsum((x - a) * (y - b) for x, y in zip(one, other, strict=True))
    below = math.fsum((x - a) ** 2 for x in one) * math.fsum((y - b) ** 2 for y in other)
    return max(-1.0, min(1.0, top / math.sqrt(below))) if below > 0 else 0.0


def autocorrelation(values: Sample, lag: int = 1) -> float:
    """Return the correlation of a series with itself `lag` steps before, about its mean (Box and Jenkins)."""
    if len(values) <= lag + 1:
        return 0.0
    centre = mean(values)
    below = math.fsum((value - centre) ** 2 for value in values)
    if below == 0:
        return 0.0
    return math.fsum((values[n] - centre) * (values[n - lag] - centre) for n in range(lag, len(values))) / below


def normal_tail(z: float) -> float:
    """Return the probability that a standard normal lies farther from zero than z, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def normal_point(tail: float) -> float:
    """Return the value beyond which, on either side, a standard normal lies with this probability."""
    return -NormalDist().inv_cdf(max(tail, 1e-300) / 2)


def student_tail(t: float, freedom: float) -> float:
    """Return the probability that Student's t lies farther from zero than t (by the incomplete beta function)."""
    if freedom <= 0:
        return 1.0
    return _beta_share(freedom / (freedom + t * t), freedom / 2, 0.5)


def chi_square_tail(x: float, freedom: int) -> float:
    """Return the probability of a chi-square beyond x (by the incomplete gamma function)."""
    if x <= 0 or freedom <= 0:
        return 1.0
    a, half = freedom / 2, x / 2
    if half < a + 1:
        term = total = 1 / a
        for n in range(1, 1000):
            term *= half / (a + n)
            total += term
            if term < total * 1e-15:
                break
        return max(0.0, 1 - total * math.exp(-half + a * math.log(half) - math.lgamma(a)))
    return _upper_gamma(a, half)


def _upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma by Lentz's continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for n in range(1, 1000):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * math.exp(-x + a * math.log(x) - math.lgamma(a))


def _beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(1 - x))
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or tiny)
    h = d
    for n in range(1, 1000):
        for step in (n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n)),
                     -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))):  # fmt: skip
            d = 1 / (1 + step * d or tiny)
            c = 1 + step / c or tiny
            h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h / a


def false_discovery(tails: Sequence[float], share: float) -> list[bool]:
    """Return which of many tests stand if a `share` of them may be false (Benjamini and Hochberg 1995)."""
    order = sorted(range(len(tails)), key=lambda place: tails[place])
    last = -1
    for rank, place in enumerate(order, 1):
        if tails[place] <= share * rank / len(tails):
            last = rank
    stands = [False] * len(tails)
    for place in order[: max(0, last)]:
        stands[place] = True
    return stands
