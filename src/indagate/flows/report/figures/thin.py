"""Long lines made short enough to draw without losing a peak, a trough or a gap."""

from __future__ import annotations

from collections.abc import Sequence

MOST_POINTS = 800


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
