"""How strongly a property shows in a series: what the generator promises, and the checker measures anew."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

Series = Sequence[float]


def correlation(one: Series, other: Series) -> float:
    """Return Pearson's r; 0 where one of them does not vary."""
    if len(one) < 3 or not statistics.pstdev(one) or not statistics.pstdev(other):
        return 0.0
    return statistics.correlation(one, other)


def trend(series: Series) -> float:
    """Return the t value of a straight line's slope."""
    r = correlation(list(range(len(series))), series)
    return r * math.sqrt((len(series) - 2) / max(1e-12, 1 - r * r))


def lagged(lead: Series, follow: Series, lag: int) -> float:
    """Return the correlation of one series with another that many periods later."""
    if lag < 0:
        return lagged(follow, lead, -lag)
    return correlation(lead[: len(lead) - lag], follow[lag:])


def best_lag(lead: Series, follow: Series, most: int = 10) -> tuple[int, float]:
    """Return the lag of the strongest correlation (positive: the first leads), and that correlation."""
    return max(((lag, lagged(lead, follow, lag)) for lag in range(-most, most + 1)), key=lambda pair: abs(pair[1]))


def periodicity(series: Series, period: int) -> float:
    """Return the autocorrelation at a period."""
    return lagged(series, series, period)


def robust(series: Series) -> list[float]:
    """Return each value's distance from the median in (robust) standard deviations."""
    middle = statistics.median(series)
    scale = 1.4826 * statistics.median(abs(x - middle) for x in series) or 1e-9
    return [(x - middle) / scale for x in series]


def level_change(series: Series, at: int) -> float:
    """Return the change of level at a position in standard deviations within the parts."""
    before, after = series[:at], series[at:]
    within = math.sqrt((statistics.pvariance(before) + statistics.pvariance(after)) / 2) or 1e-9
    return (statistics.mean(after) - statistics.mean(before)) / within


def greatest_change(series: Series, margin: int = 10) -> tuple[int, float]:
    """Return where a change of level is most likely, and its t value."""
    best, place = 0.0, 0
    for at in range(margin, len(series) - margin):
        t = level_change(series, at) * math.sqrt(at * (len(series) - at) / len(series))
        if abs(t) > abs(best):
            best, place = t, at
    return place, best


def spread_ratio(series: Series, at: int) -> float:
    """Return the standard deviation from a position on, by the one before it."""
    return statistics.pstdev(series[at:]) / (statistics.pstdev(series[:at]) or 1e-9)


def quiet(series: Series) -> bool:
    """Return whether nothing shows in a series: no trend, level change, change of spread, period or outlier."""
    n = len(series)
    if n < 30:
        return True
    return (
        abs(trend(series)) < 1.6
        and abs(greatest_change(series)[1]) < 2.6
        and all(0.72 < spread_ratio(series, n * part // 6) < 1.39 for part in (2, 3, 4))
        and all(abs(periodicity(series, period)) < 0.2 for period in (1, 4, 7, 12, 24, 30) if period < n // 2)
        and max(map(abs, robust(series))) < 3.6
    )


def unrelated(one: Series, other: Series) -> bool:
    """Return whether two series show no correlation at any of the usual lags."""
    if len(one) < 30:
        return True
    return abs(best_lag(one, other, 8 if len(one) > 60 else 3)[1]) < max(0.24, 2.4 / math.sqrt(len(one)))
