"""Anomalies: single points far from what is around them, or from the rest of a sample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.course import find_turns
from indagate.flows.report.analysis.measure import median, normal_tail, quantile, spread
from indagate.flows.report.analysis.trend import theil_sen

FAR = 5.0
"""Robust standard deviations from which on a point is an anomaly; chance gives one in about two million."""
ALONE = 0.4
"""The share of its distance by which a point must be off the two beside it; two such points in a row are by half."""
APART = 3.5
"""The robust standard deviations of all such distances by which it must be off them."""
SHALLOW = 0.15
"""The share of the whole range below which a point where a series turns is its crest or trough, and no anomaly."""
SHARED = 3
"""The most rows that may share a value which is called unusual."""
REACH = 5
"""Neighbours on each side that say what is usual at a place."""


@dataclass(frozen=True, slots=True)
class Anomaly:
    """A point far from what was expected there: place, value, the value expected, how far in standard deviations."""

    place: int
    value: float
    expected: float
    distance: float


def find_anomalies(values: Sequence[float], season: Sequence[float] | None = None) -> tuple[list[Anomaly], float]:
    """Return the points of a series far from the median of their neighbours, and the probability of the farthest.

    The distance is in robust standard deviations of all such differences (Hampel's identifier, Pearson 2002), after the
    seasonal pattern, if any, is taken off. Where many points are far, tails are heavy and none is called an anomaly.
    """
    if len(values) < 12:
        return [], 1.0
    plain = [value - (season[place] if season else 0.0) for place, value in enumerate(values)]
    expected = [_expected(plain, place) for place in range(len(plain))]
    found, tail = _far(values, [e + (season[n] if season else 0.0) for n, e in enumerate(expected)])
    beside = [value - _between(plain, place) for place, value in enumerate(plain)]
    wide = spread(beside)
    found = [one for one in found if _stands_out(beside[one.place], one.value - one.expected, wide)]
    places, ends = {one.place for one in found}, find_turns(plain)
    shallow = SHALLOW * (max(plain) - min(plain))
    return [
        one
        for one in found
        if (not _on_the_way(plain, one.place) or {one.place - 1, one.place + 1} & places)
        and not (abs(one.value - one.expected) < shallow and any(_of_turn(plain, one, end) for end in ends))
    ], tail


def _of_turn(values: Sequence[float], one: Anomaly, end: int) -> bool:
    """Whether a point is part of a place where a series turns: a low one by its trough, a high one by its crest."""
    around = values[max(0, end - REACH) : end + REACH + 1]
    extreme = min(around) if one.value < one.expected else max(around)
    return abs(one.place - end) <= REACH and values[end] == extreme


def _on_the_way(values: Sequence[float], place: int) -> bool:
    """Whether a point lies between the two beside it: where a series bends it is far from its neighbours' median."""
    if not 0 < place < len(values) - 1:
        return False
    low, high = sorted((values[place - 1], values[place + 1]))
    return low < values[place] < high


def _between(values: Sequence[float], place: int) -> float:
    """Return what the two beside a point would have there: their mean; at an end of the series along their line."""
    if not 0 < place < len(values) - 1:
        near, far = (values[1], values[2]) if place == 0 else (values[-2], values[-3])
        return 2 * near - far
    return (values[place - 1] + values[place + 1]) / 2


def _stands_out(beside: float, distance: float, wide: float) -> bool:
    """Whether a point is far from the two beside it as well: at a turn of a smooth series it is not."""
    return beside * math.copysign(1, distance) >= max(ALONE * abs(distance), APART * wide)


def _expected(values: Sequence[float], place: int) -> float:
    """Return the median of a point's neighbours; near an end, where most lie on one side, along their line."""
    before, after = values[max(0, place - REACH) : place], values[place + 1 : place + REACH + 1]
    if len(before) == len(after):
        return median([*before, *after])
    if min(len(before), len(after)) < 2:
        start, end = (place + 1, place + 1 + 2 * REACH) if len(before) < 2 else (max(0, place - 2 * REACH), place)
    else:
        start, end = place - len(before), place + 1 + len(after)
    slope = theil_sen(values[start:end])
    return median([values[at] + slope * (place - at) for at in range(start, end) if at != place])


def find_outliers(values: Sequence[float]) -> tuple[list[Anomaly], float]:
    """Return the values of a sample far from its median, and the probability of the farthest.

    What a skewed positive sample has above its median must be as far on a logarithmic scale as well, since such samples
    have a long tail. None is returned where the farthest of all is not among them, or is what many share.
    """
    middle, wide = (median(values), spread(values)) if len(values) >= 12 else (0.0, 0.0)
    if wide <= 0:
        return [], 1.0
    distances = [abs(value - middle) / wide for value in values]
    sure = [min(pair) for pair in zip(distances, _by_ratio(values, middle), strict=True)]
    farthest = max(range(len(values)), key=lambda place: distances[place])
    tail = min(1.0, normal_tail(sure[farthest]) * len(values))
    beyond = [place for place, distance in enumerate(sure) if distance >= FAR]
    shared = values.count(values[farthest]) > SHARED
    if farthest not in beyond or shared or len(beyond) > max(3, 0.03 * len(values)):
        return [], 1.0
    return [Anomaly(place, values[place], middle, distances[place]) for place in beyond], tail


def _by_ratio(values: Sequence[float], middle: float) -> list[float]:
    """Return how far the values above the median of a skewed positive sample are by their logarithms, else no limit."""
    low, high = quantile(values, 0.1), quantile(values, 0.9)
    if low <= 0 or high - middle <= 2 * (middle - low):
        return [math.inf] * len(values)
    wide = spread([math.log(value) for value in values if value > 0])
    above = [math.log(value / middle) if value > middle else math.inf for value in values]
    return [one / wide if wide > 0 else 0.0 for one in above]


def _far(values: Sequence[float], expected: Sequence[float]) -> tuple[list[Anomaly], float]:
    rest = [value - usual for value, usual in zip(values, expected, strict=True)]
    wide = spread(rest)
    if wide <= 0:
        return [], 1.0
    middle = median(rest)
    far = [(abs(value - middle) / wide, place) for place, value in enumerate(rest)]
    beyond = [(distance, place) for distance, place in far if distance >= FAR]
    tail = min(1.0, normal_tail(max(far)[0]) * len(values))
    if len(beyond) > max(3, 0.03 * len(values)):
        return [], 1.0
    found = [Anomaly(place, values[place], expected[place], distance) for distance, place in beyond]
    return sorted(found, key=lambda one: one.place), tail
