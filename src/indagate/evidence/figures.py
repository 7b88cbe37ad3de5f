"""Statements of two sources in the same words with other figures: shown side by side, never called a contradiction."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import lru_cache

from indagate.evidence.fact import Fact
from indagate.evidence.language import language
from indagate.evidence.quantity import quantities
from indagate.evidence.word import content

ALIKE = 0.9
"""The share of content words that two statements have in common."""
FEWEST = 3
"""Content words of a statement that says what its figures are about."""


def differing(facts: Iterable[Fact]) -> list[tuple[Fact, Fact]]:
    """Return the pairs of facts of two sources that differ in their figures, in the order given."""
    pairs = itertools.combinations(facts, 2)
    return [
        (one, other) for one, other in pairs if one.source != other.source and _differ(one.statement, other.statement)
    ]


def _differ(one: str, other: str) -> bool:
    left, right = _words(one), _words(other)
    most = max(len(left), len(right))
    if min(len(left), len(right)) < FEWEST or len(left & right) < ALIKE * most:
        return False
    figures = _figures(one), _figures(other)
    return all(figures) and figures[0] != figures[1]


@lru_cache(maxsize=1_024)
def _words(statement: str) -> frozenset[str]:
    """Return the stems of a statement's content words, units and written numbers apart."""
    plain = statement
    for item in reversed(quantities(statement)):
        plain = f"{plain[: item.span.start]} {plain[item.span.end :]}"
    return frozenset(content(plain, language(statement)))


@lru_cache(maxsize=1_024)
def _figures(statement: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (str(item.dated) if item.dated else f"{item.value.normalize()}", item.unit or item.kind)
        for item in quantities(statement)
    )
