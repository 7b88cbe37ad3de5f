"""The resolver: which side of a contradiction holds, and why. Only a model says that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from indagate.evidence.fact import Conflict, Fact, Resolution
from indagate.evidence.source import Source
from indagate.evidence.support import without_strange_addresses
from indagate.flows.mission.ask import PROMPTS, Line, one_line
from indagate.models import Role


@dataclass(frozen=True, slots=True)
class ConflictQuestion:
    """Which of two contradicting facts holds?"""

    conflict: Conflict
    facts: tuple[Fact, Fact]
    sources: tuple[Source, Source]
    today: date


@dataclass(frozen=True, slots=True)
class ResolutionAnswer:
    """Which of the two holds, or both where neither can be preferred; and why."""

    holds: Literal["first", "second", "both"]
    reason: Line


def resolution(question: ConflictQuestion, answer: ResolutionAnswer) -> Resolution:
    """The resolution in ids."""
    first, second = (fact.id for fact in question.facts)
    reason = without_strange_addresses(one_line(answer.reason), (fact.quote for fact in question.facts))
    if not reason:
        raise ValueError("a resolution needs a reason")
    if answer.holds == "both":
        return Resolution(None, None, reason)
    preferred, deprecated = (first, second) if answer.holds == "first" else (second, first)
    return Resolution(preferred, deprecated, reason)


RESOLVER: Role[ConflictQuestion, Resolution] = Role(
    "resolver",
    Resolution,
    doc="which side of a contradiction holds, and why",
    optional=True,
    prompt=PROMPTS / "resolver.md",
    max_tokens=600,
    answer=ResolutionAnswer,
    to_output=resolution,
    fallback_when_over_budget=True,
)
