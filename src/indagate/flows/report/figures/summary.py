"""Distributions summed up for drawing: bins of round width, and boxes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.figures.scale import nice_step

_FEWEST, _MOST = 5, 36
_MOST_BEYOND = 120
FIVE = ("low", "q1", "median", "q3", "high")
"""The x of a box that is given by its five numbers; any further value under another name lies beyond."""


@dataclass(frozen=True, slots=True)
class Box:
    """A distribution's middle half, median, whiskers and the values beyond them."""

    low: float
    q1: float
    median: float
    q3: float
    high: float
    beyond: tuple[float, ...] = ()


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the quantile of sorted values, between neighbours in proportion."""
    place = (len(ordered) - 1) * share
    lower = math.floor(place)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (ordered[upper] - ordered[lower]) * (place - lower)


def box_of(values: Sequence[float | None], names: Sequence[str] = ()) -> Box | None:
    """Return the box of raw values, or of five numbers named as in `FIVE`; None if there is no value."""
    if names and set(FIVE) <= set(names):
        held = dict(zip(names, values, strict=False))
        five = [held[name] for name in FIVE]
        if any(value is None for value in five):
            return None
        beyond = tuple(v for name, v in zip(names, values, strict=False) if name not in FIVE and v is not None)
        low, q1, median, q3, high = (float(value or 0.0) for value in five)
        return Box(low, q1, median, q3, high, beyond)
    known = sorted(value for value in values if value is not None)
    if not known:
        return None
    q1, median, q3 = quantile(known, 0.25), quantile(known, 0.5), quantile(known, 0.75)
    reach = 1.5 * (q3 - q1)
    inside = [value for value in known if q1 - reach <= value <= q3 + reach]
    outside = [value for value in known if not q1 - reach <= value <= q3 + reach]
    if len(outside) > _MOST_BEYOND:
        outside = [outside[at * len(outside) // _MOST_BEYOND] for at in range(_MOST_BEYOND - 1)] + outside[-1:]
    return Box(min(inside), q1, median, q3, max(inside), tuple(outside))


def bin_values(values: Sequence[float | None]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Return the edges of bins of one round width (by Freedman and Diaconis), and how many values each holds."""
    known = sorted(value for value in values if value is not None)
    if not known:
        return (), ()
    low, high = known[0], known[-1]
    if low == high:
        return (low - 0.5, low + 0.5), (len(known),)
    whole = all(value == int(value) for value in known) and high - low <= _MOST
    width = 2 * (quantile(known, 0.75) - quantile(known, 0.25)) / len(known) ** (1 / 3)
    width = min(max(width, (high - low) / _MOST), (high - low) / _FEWEST)
    step = 1.0 if whole and width <= 1 else nice_step(width)
    start = math.floor(low / step) * step if not (whole and step == 1) else low - 0.5
    count = int((high - start) / step + 1e-9) + 1
    edges = tuple(round(start + at * step, 12) for at in range(count + 1))
    counts = [0] * count
    for value in known:
        counts[min(count - 1, int((value - start) / step + 1e-9))] += 1
    return edges, tuple(counts)
