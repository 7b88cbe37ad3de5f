"""The planner: which route a goal takes, what each agent is to do, and what the answer will be held to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from indagate.evidence.sentence import sentences
from indagate.flows.task.plan import NAMES, ROUTES, WHOLE, Part, Route, Wanted
from indagate.models import Role

MOST_PARTS = 6
"""Parts of one plan."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that the critic refused, why, and what the tools had shown for it."""

    answer: str
    reasons: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """How is this goal reached? `route` is the one that the user forced, or `auto`.

    `tools` are (name, what it does); `tables` is their description, `documents` the titles of what can be read.
    """

    goal: str
    route: Literal["auto", "MINIMAL_FLOW", "RESEARCH_ANALYZE_SYNTHESIZE", "PARALLEL_FLOW"] = "auto"
    tools: tuple[tuple[str, str], ...] = ()
    tables: str = ""
    documents: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A route, its parts, what the answer will be held to, and why so."""

    route: Route
    parts: tuple[Part, ...]
    wanted: tuple[Wanted, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPart:
    """A part of the goal for one agent: a short name, its own question, and the names of tools that serve it."""

    name: str
    goal: str
    tools: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class WantedItem:
    """One thing that the goal asks for, what it measures and in which unit; both empty where it is no quantity."""

    what: str
    dimension: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """A plan: `minimal` is one agent, `research` several in order, `parallel` several side by side."""

    route: Literal["minimal", "research", "parallel"]
    parts: list[PlannedPart]
    wanted: list[WantedItem] = field(default_factory=list)
    reason: str = ""


def plan_of(asked: PlanQuestion, given: PlanAnswer) -> Plan:
    """Return the plan that a model's answer is: a single part is the whole goal, a forced route stays.

    Names that occur twice are told apart, and a forced route that was given no part has its usual ones: no plan fails.
    """
    parts: dict[str, Part] = {}
    for item in given.parts[:MOST_PARTS]:
        goal = " ".join(item.goal.split())
        if not goal:
            continue
        name = base = " ".join(item.name.split())[:60] or f"part {len(parts) + 1}"
        number = 2
        while name in parts:
            name, number = f"{base} {number}", number + 1
        known = {tool for tool, _ in asked.tools}
        parts[name] = Part(name, goal, tuple(tool for tool in dict.fromkeys(item.tools) if tool in known))
    route = asked.route if asked.route != "auto" else ROUTES[given.route]
    if route == "MINIMAL_FLOW" or (len(parts) < 2 and asked.route == "auto"):
        tools = next(iter(parts.values())).tools if len(parts) == 1 else ()
        route, parts = "MINIMAL_FLOW", {WHOLE: Part(WHOLE, asked.goal, tools)}
    if not parts:
        parts = {name: Part(name, asked.goal) for name in NAMES[route]}
    wanted = tuple(Wanted(" ".join(w.what.split()), w.dimension.strip(), w.unit.strip()) for w in given.wanted)
    return Plan(route, tuple(parts.values()), tuple(w for w in wanted if w.what), given.reason)


def plan(asked: PlanQuestion) -> Plan:
    """Return the plan without a model: each sentence of the goal is a part, each answered on its own."""
    if asked.route != "auto":
        parts = tuple(Part(name, asked.goal) for name in NAMES[asked.route])
        return Plan(asked.route, parts, reason="the user's choice")
    said = _sentences(asked.goal)
    if len(said) < 2:
        return Plan("MINIMAL_FLOW", (Part(WHOLE, asked.goal),), reason="one question")
    parts = tuple(Part(f"part {number}", text) for number, text in enumerate(said[:MOST_PARTS], 1))
    return Plan("PARALLEL_FLOW", parts, reason=f"{len(said)} sentences, each answered on its own")


def _sentences(text: str) -> Sequence[str]:
    found = [" ".join(text[sentence.start : sentence.end].split()) for sentence in sentences(text)]
    return [sentence for sentence in found if any(sign.isalnum() for sign in sentence)]


PLANNER: Role[PlanQuestion, Plan] = Role(
    "planner",
    Plan,
    plan,
    doc="the route, what each agent does, and what the answer is held to",
    prompt=Path(__file__).with_name("planner.md"),
    max_tokens=1500,
    answer=PlanAnswer,
    to_output=plan_of,
    fallback_when_over_budget=True,
)
