"""Long lines made short enough to draw without losing a peak, a trough or a gap; gaps found where no row stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

MOST_POINTS = 800
NEAR = 0.12
"""By which share two steps of a series may differ and be the same: months have 28 to 31 days."""
MOST_STEPS = 40
"""Steps of different lengths from which on times are irregular, and a pause means nothing."""


def thin(y: Sequence[float | None], most: int = MOST_POINTS) -> list[int]:
    """Return the indices to be drawn: all of them, or from each stretch its first, lowest, highest, last and a gap.

    So what is drawn has the ends, the extremes and the gaps of what there is, only fewer points between them.
    """
    if len(y) <= most:
        return list(range(len(y)))
    stretches = max(1, most // 4)
    kept: list[int] = []
    for stretch in range(stretches):
        start, end = stretch * len(y) // stretches, (stretch + 1) * len(y) // stretches
        known = [index for index in range(start, end) if y[index] is not None]
        chosen = {start, end - 1}
        if known:
            lowest, highest = min(known, key=lambda at: y[at] or 0.0), max(known, key=lambda at: y[at] or 0.0)
            chosen |= {known[0], known[-1], lowest, highest}
        gap = next((index for index in range(start, end) if y[index] is None), None)
        if gap is not None:
            chosen.add(gap)
        kept += sorted(chosen)
    return kept


def spread(count: int, most: int) -> list[int]:
    """Return `most` indices evenly spread over `count`, for clouds of points."""
    return list(range(count)) if count <= most else [index * count // most for index in range(most)]


def with_gaps(
    x: Sequence[float | None], y: Sequence[float | None]
) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    """Return a line over sorted times with a missing value wherever it pauses for longer than it usually does.

    Usual are the steps that come often: of days at work, those over weekends too; of months, 28 to 31 days.
    """
    known = [at for at in x if at is not None]
    steps = [round(b - a) for a, b in pairwise(known)]
    if len(known) != len(x) or len(steps) < 3:
        return tuple(x), tuple(y)
    often, counts = max(3, len(steps) // 50), Counter(steps)
    usual = [
        step
        for step in counts
        if sum(count for near, count in counts.items() if abs(near - step) <= NEAR * step) >= often
    ]
    if not usual or len(counts) > MOST_STEPS:
        return tuple(x), tuple(y)
    longest = 1.5 * max(usual)
    xs: list[float | None] = []
    ys: list[float | None] = []
    for at, (here, value) in enumerate(zip(known, y, strict=True)):
        if at and here - known[at - 1] > longest:
            xs.append((known[at - 1] + here) / 2)
            ys.append(None)
        xs.append(here)
        ys.append(value)
    return tuple(xs), tuple(ys)
