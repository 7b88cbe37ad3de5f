"""Changes of regime: where the level of a series, or how much it varies, jumps to another one."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from indagate.flows.report.analysis.measure import autocorrelation, mean, median, quantile, spread

DRAWS = 299
"""Series without a change that are drawn for comparison."""
LEAST = 24
"""Points that a series must have, and half of which a regime must have."""
LEVEL = 0.01
AT_ONCE = 0.3
"""The share of a change of level that must lie right around its place: else the series drifts, and no shift is told."""
BLUR = 0.1
"""The share of a change of level up to which noise may blur the medians by which it is seen whether it is at once."""
BACK = 0.2
"""The share of a change of level that must be left at its end: else it was taken back."""
VISIBLE = 1.0
"""By how many standard deviations of the values within regimes their levels must differ for a step to be one."""
LONGEST = 600
"""Points in which steps are looked for; of a longer series means of neighbours are taken."""
WANDERING = 0.8
"""The dependence from which on a series wanders by itself, so that no step can be told from its wandering."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change: the place of the first point of the new regime, the level before and after, and its probability."""

    place: int
    before: float
    after: float
    tail: float


def find_changes(values: Sequence[float], most: int = 3, *, sloped: bool = True) -> tuple[list[Change], float]:
    """Return the jumps of a series' level beside its trend, in order, and the probability of the likeliest one.

    A step is fitted beside a straight line at every place (least squares, by Frisch, Waugh and Lovell); the best is
    compared with the best in series of the same length and dependence that have none (a parametric bootstrap of the
    supremum, as Andrews 1993 tabulates it). The halves are searched again (binary segmentation, Vostrikova 1981).
    Without `sloped`, the step is fitted beside a constant.
    """
    block = -(-len(values) // LONGEST)
    means = [mean(values[place : place + block]) for place in range(0, len(values), block)]
    steps: list[Change] = []
    first = _search(means, 0, len(means), most, steps, sloped)
    found = sorted((min(step.place * block, len(values) - 1), step.tail) for step in steps)
    changes = _levelled(values, found)
    while sloped:
        kept = _shifts(values, changes)
        if len(kept) == len(changes):
            break
        changes = _levelled(values, [(one.place, one.tail) for one in kept])
    return changes, first


def _levelled(values: Sequence[float], found: Sequence[tuple[int, float]]) -> list[Change]:
    """Return changes at these places, with the median between each and its neighbours as their levels."""
    edges = [0, *(place for place, _ in found), len(values)]
    levels = [median(values[start:end]) for start, end in pairwise(edges)]
    return [Change(place, levels[at], levels[at + 1], tail) for at, (place, tail) in enumerate(found)]


def _shifts(values: Sequence[float], changes: Sequence[Change]) -> list[Change]:
    """Return the changes that are wide enough beside what is within levels, jump, and are not taken back."""
    edges = [0, *(one.place for one in changes), len(values)]
    levels = [median(values[start:end]) for start, end in pairwise(edges)]
    inside = [value - levels[n] for n, (start, end) in enumerate(pairwise(edges)) for value in values[start:end]]
    wide = spread(inside) if changes else 0.0
    jumping = [
        one
        for one in changes
        if abs(one.after - one.before) >= VISIBLE * wide and _jumps(values, one.place, one.after - one.before)
    ]
    return [one for number, one in enumerate(jumping) if not _taken_back(values, jumping, number)]


def _taken_back(values: Sequence[float], changes: Sequence[Change], number: int) -> bool:
    """Whether a series came back to its old level by itself, not by a shift: a slump, say, is no shift."""
    here = changes[number]
    way = here.after - here.before
    until = next((one.place for one in changes[number + 1 :] if (one.after - one.before) * way < 0), len(values))
    last = values[max(here.place, until - max(5, len(values) // 20)) : until]
    return (median(last) - here.before) * way <= BACK * way * way


def _jumps(values: Sequence[float], place: int, size: float) -> bool:
    """Whether a level changes at a place rather than drifts past it: right around it lies a good part of the change.

    Of a series with little noise beside the change a few points tell that: what is steep there for long is no jump.
    """
    beside = [values[at] - (values[at - 1] + values[at + 1]) / 2 for at in range(1, len(values) - 1)]
    needed = 2 * (1.25 * spread(beside) / math.sqrt(1.5) / (BLUR * size)) ** 2 if size else 0.0
    near = round(min(max(5, len(values) // 20), max(3, needed)))
    step = median(values[place : place + near]) - median(values[max(0, place - near) : place])
    return step * size > 0 and abs(step) >= AT_ONCE * abs(size)


def find_volatility_changes(values: Sequence[float]) -> tuple[list[Change], float]:
    """Return where a series begins to vary more or less: jumps in the logarithm of its absolute steps.

    `before` and `after` are robust standard deviations of the steps.
    """
    if autocorrelation(values) > 0.5:
        steps = [values[place] - values[place - 1] for place in range(1, len(values))]
        shift = 1
    else:
        steps, shift = [value - around for value, around in zip(values, _around(values), strict=True)], 0
    if len(steps) < 2 * LEAST or not spread(steps):
        return [], 1.0
    middle, wide = median(steps), spread(steps)
    logs = [math.log(max(abs(step - middle), wide * 5e-2)) for step in steps]
    changes, tail = find_changes(logs, most=1, sloped=False)
    found = []
    for change in changes:
        before, after = spread(steps[: change.place]), spread(steps[change.place :])
        if min(before, after) > 0 and max(before, after) / min(before, after) >= 1.5:
            found.append(Change(change.place + shift, before, after, change.tail))
    return found, tail


def _around(values: Sequence[float]) -> list[float]:
    """Return the median of what is around each place."""
    return [median(values[max(0, place - 12) : place + 13]) for place in range(len(values))]


def _search(values: Sequence[float], start: int, end: int, most: int, found: list[Change], sloped: bool) -> float:
    part = values[start:end]
    if len(part) < LEAST or len(found) >= most:
        return 1.0
    gain, place, tail = _tested(part, sloped)
    if tail > LEVEL or gain <= 0:
        return tail
    found.append(Change(start + place, 0.0, 0.0, tail))
    _search(values, start, start + place, most, found, sloped)
    _search(values, start + place, end, most, found, sloped)
    return tail


def _tested(part: Sequence[float], sloped: bool) -> tuple[float, int, float]:
    """Return the gain of the best step, its place, and the probability of such a gain without one."""
    gain, place, rest = _best_step(part, sloped=sloped)
    if place == 0:
        return 0.0, 0, 1.0
    n = len(part)
    dependence = autocorrelation(rest)
    dependence = max(0.0, min(0.97, dependence + (1 + 4 * dependence) / n))
    if dependence > WANDERING:
        return gain, place, 1.0
    chance = random.Random(f"{n} {dependence:.3f}")
    gains: list[float] = []
    beyond = 0
    for _ in range(DRAWS):
        gains.append(_best_step(_dependent(n, dependence, chance), sloped=sloped, light=True)[0])
        beyond += gains[-1] >= gain
        if beyond > 8 and len(gains) < 60:
            break  # it will not become significant
    return gain, place, _tail(gain, gains) if not beyond else (beyond + 1) / (len(gains) + 1)


def _tail(gain: float, gains: list[float]) -> float:
    """Return the probability of a gain beyond all that were drawn, by the exponential tail of the largest tenth."""
    edge = quantile(gains, 0.9)
    excess = [one - edge for one in gains if one > edge]
    usual = mean(excess) if excess else 0.0
    return min(1 / (len(gains) + 1), 0.1 * math.exp(-(gain - edge) / usual)) if usual > 0 else 1 / (len(gains) + 1)


def _dependent(n: int, dependence: float, chance: random.Random) -> list[float]:
    """Return a series of given dependence without a change (first-order autoregressive, stationary)."""
    wide = math.sqrt(1 - dependence * dependence)
    value = chance.gauss(0, 1)
    series = [value]
    for _ in range(n - 1):
        value = dependence * value + wide * chance.gauss(0, 1)
        series.append(value)
    return series


def _best_step(values: Sequence[float], *, sloped: bool, light: bool = False) -> tuple[float, int, list[float]]:
    """Return the share of the remaining error that the best step beside a line removes, its place, and what remains."""
    n = len(values)
    middle = (n - 1) / 2
    level = math.fsum(values) / n
    times = n * (n * n - 1) / 12
    slope = math.fsum((place - middle) * value for place, value in enumerate(values)) / times if sloped else 0.0
    rest = [value - level - slope * (place - middle) for place, value in enumerate(values)]
    error = math.fsum(value * value for value in rest)
    least = max(5, n // 12)
    if error <= 0 or n < 2 * least + 2:
        return 0.0, 0, rest
    best, where, size = 0.0, 0, 0.0
    after = sum(rest[n - least + 1 :])
    for place in range(n - least, least - 1, -1):
        after += rest[place]
        count = n - place
        lean = count * (place + n - 1) / 2 - count * middle
        norm = count - count * count / n - (lean * lean / times if sloped else 0.0)
        gain = after * after / norm if norm > 1e-9 else 0.0
        if gain > best:
            best, where, size = gain, place, after / norm
    if light:
        return best / max(error - best, 1e-300), where, rest
    left = [value - (size if place >= where else 0.0) for place, value in enumerate(rest)]
    lean = (n - where) * (where + n - 1) / 2 - (n - where) * middle
    share, tilt = size * (n - where) / n, size * lean / times if sloped else 0.0
    left = [value + share + tilt * (place - middle) for place, value in enumerate(left)]
    return best / max(error - best, 1e-300), where, left
