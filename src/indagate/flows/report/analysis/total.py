"""Totals: which of several series that stand side by side are but the sums of others among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

CLOSE = 0.001
"""By which share a sum may miss a total, at every time: parts are rounded."""
MOST = 24
"""Series among which totals are looked for."""
PARTS = 8
"""Parts of which a total may be the sum."""
TRIES = 200_000
"""Sums that are tried at most for one total."""


def totals_of(series: Mapping[str, Sequence[float]]) -> dict[str, tuple[str, ...]]:
    """Return the series that are the sum of two others or more at every time, with those parts.

    Values are of the same times. Nothing is looked for among very many series, or where one is not positive.
    """
    if len(series) > MOST or any(len(values) < 3 or min(values) <= 0 for values in series.values()):
        return {}
    found = {}
    for name, values in series.items():
        smaller = {one: parts for one, parts in series.items() if one != name and parts[0] < values[0]}
        order = sorted(smaller, key=lambda one: -smaller[one][0])
        for number, parts in enumerate(_sums(order, smaller, values[0])):
            if all(abs(sum(smaller[one][at] for one in parts) - v) <= CLOSE * v for at, v in enumerate(values)):
                found[name] = parts
                break
            if number >= TRIES:
                break
    return found


def _sums(order: Sequence[str], series: Mapping[str, Sequence[float]], whole: float) -> Iterator[tuple[str, ...]]:
    """Yield the sets of two to eight series whose first values add up to a whole."""
    near = CLOSE * whole
    behind = [0.0]
    for one in reversed(order):
        behind.append(behind[-1] + series[one][0])
    behind.reverse()
    open_: list[tuple[int, float, tuple[str, ...]]] = [(0, whole, ())]
    steps = 0
    while open_ and steps < TRIES:
        at, left, taken = open_.pop()
        steps += 1
        if abs(left) <= near and len(taken) > 1:
            yield taken
        if at == len(order) or len(taken) == PARTS or left < -near or behind[at] < left - near:
            continue
        open_.append((at + 1, left, taken))
        if series[order[at]][0] <= left + near:
            open_.append((at + 1, left - series[order[at]][0], (*taken, order[at])))
