"""The course of a series: where it turned, told only of one that turned seldom and far."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.flows.report.analysis.measure import spread

REVERSAL = 1 / 3
"""The share of the whole range by which a series must come back before it has turned."""
LEG = 5
"""So many values there must be for each stretch between two turns; noise turns more often."""
LASTING = 2
"""So many steps a fall must take to be one."""
SHARE = 0.01
"""The share of its earlier high by which a series must have fallen for that to be told."""
NOISE = 4.0
"""By how many robust standard deviations of its noise it must have fallen for that."""
MOST = 5
"""More turns than these are no course that a sentence could tell."""


def find_turns(values: Sequence[float]) -> list[int]:
    """Return the places where a series turned by a third of its range and more; none where it turned too often."""
    if len(values) < 2 * LEG:
        return []
    far = REVERSAL * (max(values) - min(values))
    turns = _turns(values, far) if far > 0 else []
    return turns if len(turns) <= MOST and (len(turns) + 1) * LEG <= len(values) else []


def find_fall(values: Sequence[float]) -> tuple[int, int] | None:
    """Return the places between which a series fell farthest below an earlier high, by its share.

    None where that is small, over at once, or lost in the noise of the series.
    """
    if len(values) < 2 * LEG:
        return None
    top = at = bottom = 0
    for place, value in enumerate(values):
        at = place if value > values[at] else at
        if 1 - value / values[at] > 1 - values[bottom] / values[top]:
            top, bottom = at, place
    beside = [values[n] - (values[n - 1] + values[n + 1]) / 2 for n in range(1, len(values) - 1)]
    deep = values[top] - values[bottom]
    far = bottom - top >= LASTING and deep >= max(SHARE * values[top], NOISE * spread(beside))
    return (top, bottom) if far else None


def _turns(values: Sequence[float], far: float) -> list[int]:
    """Return the highest and lowest places from which a series came back by `far` and more.

    The first one tells nothing where the series had hardly left its beginning.
    """
    turns: list[int] = []
    low = high = way = 0
    for place, value in enumerate(values):
        low = place if value < values[low] else low
        high = place if value > values[high] else high
        if way <= 0 and value - values[low] >= far:
            turns, way, high = [*turns, low], 1, place
        elif way >= 0 and values[high] - value >= far:
            turns, way, low = [*turns, high], -1, place
    idle = bool(turns) and abs(values[turns[0]] - values[0]) < far / 2
    return turns[1:] if idle else turns
