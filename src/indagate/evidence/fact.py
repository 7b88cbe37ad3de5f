"""Facts: statements that a quote at a place in a source supports; and what became of those that contradict."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.evidence.authority import Kind
from indagate.evidence.source import Source, independent

Confidence = Literal["High", "Medium", "Low"]
"""How well a fact is supported."""
Status = Literal["ACTIVE", "DEPRECATED"]
"""Whether a fact still counts."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement with its verbatim quote, `start` to `end` in the source's archived text.

    `place` is a heading path or page; `reason` and `superseded_by` say why a DEPRECATED fact no longer counts; `by` is
    who worded it: a model, or a rule.
    """

    id: str
    statement: str
    source: str
    quote: str
    start: int
    end: int
    dimension: str
    entities: tuple[str, ...]
    extracted: date
    confidence: Confidence = "Low"
    place: str = ""
    context: str = ""
    status: Status = "ACTIVE"
    reason: str = ""
    superseded_by: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts `a` and `b` (ids, in canonical order) give different answers `about` one thing."""

    a: str
    b: str
    about: str
    difference: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which fact is preferred and which deprecated, or neither: a stated divergence; and why."""

    preferred: str | None
    deprecated: str | None
    reason: str


def fact_id(number: int) -> str:
    """Return the id of the `number`-th fact: Fact-001, Fact-002, … Fact-1000."""
    return f"Fact-{number:03d}"


def confidence(*sources: Source) -> Confidence:
    """Return High for an official source or two independent ones, Medium for one reputable, Low for the rest."""
    if any(each.kind is Kind.OFFICIAL for each in sources) or independent(sources) >= 2:
        return "High"
    unsigned = (Kind.BLOG, Kind.UNKNOWN)
    return "Low" if all(each.kind in unsigned for each in sources) else "Medium"


def order(fact: Fact) -> tuple[int, int, int, str]:
    """Return the place of a fact in the canonical order: by source, then by position in it."""
    return int(fact.source.lstrip("S") or 0), fact.start, fact.end, fact.statement
