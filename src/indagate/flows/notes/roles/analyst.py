"""The analyst: is what was found enough? It has no rule: without a model what was found is what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from indagate.frozen import dataclass
from indagate.models import Role


@dataclass(frozen=True, slots=True)
class AnalysisQuestion:
    """Is what was found enough to answer? `others` are (name, description) of the domains that could be loaded."""

    text: str
    found: tuple[str, ...]
    loaded: tuple[str, ...]
    others: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    replans: int


@dataclass(frozen=True, slots=True)
class Gap:
    """What is missing; whether it is outside of what the loaded domains know, and which domain may know it."""

    text: str
    outside_current_expertise: bool = False
    suspected_domain: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Whether it is enough, and what is missing."""

    verdict: Literal["SUFFICIENT", "INSUFFICIENT"]
    gaps: tuple[Gap, ...] = ()


ANALYST: Role[AnalysisQuestion, Analysis] = Role(
    "analyst",
    Analysis,
    doc="whether what was found is enough",
    prompt=Path(__file__).with_name("analyst.md"),
    max_tokens=500,
)
