"""What a plan is made of: the route, the parts that agents work on, and what the answer will be held to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Route = Literal["MINIMAL_FLOW", "RESEARCH_ANALYZE_SYNTHESIZE", "PARALLEL_FLOW"]
ROUTES: dict[str, Route] = {
    "minimal": "MINIMAL_FLOW", "research": "RESEARCH_ANALYZE_SYNTHESIZE", "parallel": "PARALLEL_FLOW",
}  # fmt: skip
WHOLE = "use current ReAct"
"""The one subgoal of the minimal route, as the specification of tasks names it."""
NAMES: dict[Route, tuple[str, ...]] = {
    "MINIMAL_FLOW": (WHOLE,),
    "RESEARCH_ANALYZE_SYNTHESIZE": ("research", "analyze", "synthesize"),
    "PARALLEL_FLOW": ("research", "analysis", "creative"),
}
"""The subgoals of a route that the user forced and that nobody planned."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one agent is to do: a short name, its own question, and the tools for it (all where none is named)."""

    name: str
    goal: str
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing that the goal asks for: in words, what it measures (length, money, count, …) and its unit, if any."""

    what: str
    dimension: str = ""
    unit: str = ""
