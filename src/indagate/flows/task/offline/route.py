"""Which route a goal takes: by its words alone, so that planning costs nothing."""

from __future__ import annotations

import re
from typing import Literal

Route = Literal["MINIMAL_FLOW", "RESEARCH_ANALYZE_SYNTHESIZE", "PARALLEL_FLOW"]
_SUBGOALS: dict[Route, tuple[str, ...]] = {
    "MINIMAL_FLOW": ("use current ReAct",),
    "RESEARCH_ANALYZE_SYNTHESIZE": ("research", "analyze", "synthesize"),
    "PARALLEL_FLOW": ("research", "analysis", "creative"),
}
_CREATIVE = re.compile(
    r"\b(?:brainstorm|ideas?|imagine|campaign|concepts?|slogans?|designs?|ideen|entwirf|konzept|идеи|идей|"
    r"придумай|концепци\w+)\b",
    re.IGNORECASE,
)
_COMPLEX = re.compile(
    r"\b(?:compare|comparison|analy[sz]e|analysis|evaluate|assess|investigate|trade-?offs?|pros and cons|"
    r"implications?"
    r"|report on|vergleiche?|analysiere|untersuche|bewerte|сравни\w*|проанализируй\w*|исследуй\w*|оцени\w*)\b",
    re.IGNORECASE,
)
_LONG = 400
"""Characters from which a goal has several sides."""


def choose(goal: str, wanted: str = "auto") -> tuple[Route, str]:
    """Return the route of a goal and why: as the user says, else by what the goal asks for."""
    if wanted in _SUBGOALS:
        return wanted, "as the user says"
    if _CREATIVE.search(goal) and _COMPLEX.search(goal):
        return "PARALLEL_FLOW", "it asks for facts, judgement and ideas"
    if _COMPLEX.search(goal) or len(goal) > _LONG:
        return "RESEARCH_ANALYZE_SYNTHESIZE", "it asks for more than one look"
    return "MINIMAL_FLOW", "one agent will do"


def lead_of(route: Route) -> tuple[str, ...]:
    """Return the subgoals of a route."""
    return _SUBGOALS[route]
