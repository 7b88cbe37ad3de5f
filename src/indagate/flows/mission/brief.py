"""What a person reads before deciding where a mission waits, and the graph of what it found."""

from __future__ import annotations

from collections.abc import Iterator

from indagate.evidence import FactGraph, duplicates, to_graphml, to_json
from indagate.flows.mission.record import Mission
from indagate.flows.mission.taskpage import KINDS


def brief(mission: Mission) -> str:
    """Return the plan with its dimensions, weights and tasks; where the run checks in, also why."""
    lines = [f"Question  {mission.core_question or mission.input.question}"]
    if mission.state == "AWAITING_USER" and mission.asked is not None:
        lines.append(f"Why       {mission.asked.reason}")
    if mission.survey is not None:
        lines.append(f"To read   {mission.survey.documents} documents, {mission.survey.passages} passages")
    lines += ["", *_dimensions(mission), "", *_tasks(mission)]
    kept = [f"{name}: {text}" for name, text in _constraints(mission) if text]
    lines += ["", "Constraints", *(f"  {text}" for text in kept)] if kept else []
    lines += ["", "Your directives", *(f"  {text}" for text in mission.directives)] if mission.directives else []
    return "\n".join(lines)


def _dimensions(mission: Mission) -> Iterator[str]:
    width = max((len(item.name) for item in mission.dimensions), default=0)
    yield "Dimensions (weight, facts of target)"
    for item in mission.dimensions:
        found = len(mission.facts_of(item.name))
        yield f"  {item.name:{width}}  {item.weight:4.0%}  {found} of {item.target}  {item.question}"


def _tasks(mission: Mission) -> Iterator[str]:
    yield "Tasks"
    for task in mission.tasks.values():
        after = f" (after {', '.join(task.after)})" if task.after else ""
        yield f"  {task.id}  {mission.status_of(task):11}  {KINDS[task.kind]}: {task.description}{after}"


def _constraints(mission: Mission) -> Iterator[tuple[str, str]]:
    for name in mission.constraints.__slots__:
        yield name, getattr(mission.constraints, name)


def graph(mission: Mission) -> FactGraph:
    """Return the graph of a mission's facts, sources and entities."""
    facts = list(mission.facts.values())
    return FactGraph.build(facts, mission.sources, mission.conflicts.values(), duplicates(facts))


GRAPH = {"graphml": lambda mission: to_graphml(graph(mission)), "json": lambda mission: to_json(graph(mission))}
"""The formats of `export`."""
