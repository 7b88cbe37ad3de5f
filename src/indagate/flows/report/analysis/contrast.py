"""How groups differ: whether more than by chance, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.analysis.measure import chi_square_tail, ranks


@dataclass(frozen=True, slots=True)
class Contrast:
    """How groups differ: the share of the variation in ranks between them (0–1), and the probability by chance."""

    effect: float
    tail: float


def contrast(groups: Sequence[Sequence[float]], wider: float = 1.0) -> Contrast | None:
    """Return how groups of values differ, or None for fewer than two groups or where all values are equal.

    Test: Kruskal and Wallis (1952), with ties. Effect: eta squared of ranks, (H - k + 1) / (n - k), not below zero
    (Tomczak and Tomczak 2014). By `wider` than by chance the variance of a mean is, as values depend on each other.
    """
    values = [value for group in groups for value in group]
    n, k = len(values), len(groups)
    if k < 2 or n <= k or not all(groups):
        return None
    placed = ranks(values)
    total, start = 0.0, 0
    for group in groups:
        total += sum(placed[start : start + len(group)]) ** 2 / len(group)
        start += len(group)
    ties: dict[float, int] = {}
    for value in values:
        ties[value] = ties.get(value, 0) + 1
    tied = 1 - sum(count**3 - count for count in ties.values()) / (n**3 - n)
    if tied <= 0:
        return None
    score = (12 / (n * (n + 1)) * total - 3 * (n + 1)) / tied
    return Contrast(max(0.0, (score - k + 1) / (n - k)), chi_square_tail(score / wider, k - 1))
