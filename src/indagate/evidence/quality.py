"""The quality of a body of evidence, 0 to 10, computed from five parts."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.frozen import dataclass

WEIGHTS = {"completeness": 0.30, "authority": 0.25, "conflict": 0.20, "traceability": 0.15, "recency": 0.10}


@dataclass(frozen=True, slots=True)
class Coverage:
    """A dimension's weight, its target of facts, and the facts found."""

    dimension: str
    weight: float
    target: int
    found: int

    @property
    def share(self) -> float:
        """The part of the target reached, at most 1; a dimension without a target is reached."""
        return min(1.0, self.found / self.target) if self.target > 0 else 1.0


@dataclass(frozen=True, slots=True)
class Quality:
    """The five parts, each 0 to 1, and their weighted `total`, 0 to 10."""

    completeness: float
    authority: float
    conflict: float
    traceability: float
    recency: float

    @property
    def total(self) -> float:
        """10 × the weighted mean of the parts."""
        parts: dict[str, float] = {part: getattr(self, part) for part in WEIGHTS}
        return round(10 * sum(WEIGHTS[part] * value for part, value in parts.items()), 2)


def quality(
    coverage: Sequence[Coverage],
    authorities: Sequence[float],
    freshness: Sequence[float],
    *,
    conflicts_found: int,
    conflicts_settled: int,
    facts: int,
    facts_verified: int,
) -> Quality:
    """The quality of the evidence.

    `authorities` and `freshness` are those of the cited sources; `conflicts_settled` are resolved or shown. Where there
    is nothing (no dimension, source or fact) the part is 0; no conflict found is 1.
    """
    weights = sum(each.weight for each in coverage)
    return Quality(
        completeness=_share(sum(each.weight * each.share for each in coverage), weights),
        authority=_share(sum(authorities), len(authorities)),
        conflict=_share(conflicts_settled, conflicts_found) if conflicts_found > 0 else 1.0,
        traceability=_share(facts_verified, facts),
        recency=_share(sum(freshness), len(freshness)),
    )


def _share(part: float, whole: float) -> float:
    return min(1.0, max(0.0, part / whole)) if whole > 0 else 0.0
