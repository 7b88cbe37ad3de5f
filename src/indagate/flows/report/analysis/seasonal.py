"""Relations within the seasons of the year: what goes together over all months may not in each of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import pearson, ranks
from indagate.flows.report.analysis.relation import Relation, relate

QUARTERS = ((12, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11))
"""The months of each season."""
LEAST = 30
"""Pairs that each season must have."""


@dataclass(frozen=True, slots=True)
class Within:
    """How two measures go together in each of the four seasons, and on average within a month of the calendar."""

    seasons: tuple[Relation, Relation, Relation, Relation]
    months: float


def relate_within(months: Sequence[int], one: Sequence[float], other: Sequence[float]) -> Within | None:
    """Return how two series of the same times go together within the seasons; None where one has too few pairs.

    `months` (1 to 12) are those of the values. The mean over months is of rank correlations within each, weighted by
    pairs: what both have of a season in common is not in it.
    """
    found = []
    for quarter in QUARTERS:
        places = [at for at, month in enumerate(months) if month in quarter]
        part = relate([one[at] for at in places], [other[at] for at in places], in_order=True)
        if part is None or len(places) < LEAST:
            return None
        found.append(part)
    sums = [_of_month([at for at, known in enumerate(months) if known == month], one, other) for month in range(1, 13)]
    count = sum(n for n, _ in sums)
    mean = math.fsum(n * value for n, value in sums) / count if count else 0.0
    return Within((found[0], found[1], found[2], found[3]), mean)


def _of_month(places: Sequence[int], one: Sequence[float], other: Sequence[float]) -> tuple[int, float]:
    a, b = [one[at] for at in places], [other[at] for at in places]
    if len(set(a)) < 2 or len(set(b)) < 2:
        return 0, 0.0
    return len(places), pearson(ranks(a), ranks(b))
