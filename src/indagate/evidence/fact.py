"""Facts: statements that a quote at a place in a source bears."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from indagate.evidence.authority import Kind
from indagate.evidence.source import REPUTABLE, Source, independent


class Confidence(StrEnum):
    """How well a fact is borne out."""

    HIGH = "High"
    MEDIUM = "Medium"
    LOW = "Low"


class Status(StrEnum):
    """Whether a fact still counts."""

    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement with its verbatim quote, `start` to `end` in the source's archived text.

    `place` is a heading path or page; `reason` and `superseded_by` tell why a DEPRECATED fact no longer counts;
    `warnings` are what the door noticed without refusing.
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
    confidence: Confidence = Confidence.LOW
    place: str = ""
    context: str = ""
    status: Status = Status.ACTIVE
    reason: str = ""
    superseded_by: str = ""
    warnings: tuple[str, ...] = ()
    by: str = ""
    """Who worded the statement: a model, or a rule."""


def fact_id(number: int) -> str:
    """The id of the `number`-th fact: Fact-001, Fact-002, … Fact-1000."""
    return f"Fact-{number:03d}"


def confidence(source: Source, supporting: Iterable[Source] = ()) -> Confidence:
    """High for an official source or two independent ones that state it, Medium for one reputable, Low for the rest."""
    sources = [source, *supporting]
    if any(each.kind is Kind.OFFICIAL for each in sources) or independent(sources) >= 2:
        return Confidence.HIGH
    return Confidence.MEDIUM if any(each.kind in REPUTABLE for each in sources) else Confidence.LOW


def order(fact: Fact) -> tuple[int, str, int, int, str]:
    """The canonical order of facts: by source, then by position in it, whatever the order they were found in."""
    digits = "".join(char for char in fact.source if char.isdecimal())
    return (int(digits or 0), fact.source, fact.start, fact.end, fact.statement)
