"""Facts that contradict each other, as a model found them, and what became of it; never averaged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a conflict matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts `a` and `b` (ids, in canonical order, with their sources) give different answers `about` one thing."""

    a: str
    b: str
    a_source: str
    b_source: str
    about: str
    severity: Severity
    difference: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which fact is preferred and which deprecated, or neither: a stated divergence; and why."""

    preferred: str | None
    deprecated: str | None
    reason: str
