"""The clarifier: what only the person knows, as at most three questions. It has no rule."""

from __future__ import annotations

from pathlib import Path

from indagate.flows.notes.chart import Ask
from indagate.flows.notes.domain import Domain
from indagate.frozen import dataclass
from indagate.models import Role

MOST_ASKS = 3


@dataclass(frozen=True, slots=True)
class ClarifyQuestion:
    """Put these gaps into at most three questions to the user."""

    text: str
    gaps: tuple[str, ...]
    loaded: tuple[Domain, ...]


@dataclass(frozen=True, slots=True)
class Clarification:
    """The questions."""

    asks: tuple[Ask, ...]


def _complaints(_: ClarifyQuestion, given: Clarification) -> list[str]:
    return [] if any(ask.text.strip() for ask in given.asks) else ["ask at least one question"]


CLARIFIER: Role[ClarifyQuestion, Clarification] = Role(
    "clarifier",
    Clarification,
    tier="fast",
    doc="questions that only the user can answer",
    prompt=Path(__file__).with_name("clarifier.md"),
    max_tokens=500,
    check=_complaints,
)
