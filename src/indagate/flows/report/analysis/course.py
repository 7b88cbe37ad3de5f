"""The course of a series: where it turned, told only of one that turned seldom and far."""

from __future__ import annotations

from collections.abc import Sequence

REVERSAL = 1 / 3
"""The share of the whole range by which a series must come back before it has turned."""
LEG = 5
"""So many values there must be for each stretch between two turns; noise turns more often."""
MOST = 5
"""More turns than these are no course that a sentence could tell."""


def find_turns(values: Sequence[float]) -> list[int]:
    """Return the places where a series turned by a third of its range and more; none where it turned too often."""
    if len(values) < 2 * LEG:
        return []
    far = REVERSAL * (max(values) - min(values))
    turns = _turns(values, far) if far > 0 else []
    return turns if len(turns) <= MOST and (len(turns) + 1) * LEG <= len(values) else []


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
    return turns[turns[:1] != [] and abs(values[turns[0]] - values[0]) < far / 2 :]
