"""Is the evidence enough? Computed from it, none of it guessed."""

from __future__ import annotations

from datetime import date

from indagate.evidence import Coverage, Fact, Quality, Severity, authority, freshness, quality
from indagate.flows.mission.ask import ConflictQuestion
from indagate.flows.mission.chart import Complete, Dimension, GapsFound, TaskSpec
from indagate.flows.mission.record import Mission
from indagate.flows.mission.roles import RESOLVER

PARTS = ("completeness", "authority", "conflict", "traceability", "recency")
ENOUGH = 8.0
PASSABLE = 6.0
SEARCHES = 2
"""Searches a dimension gets before it counts as exhausted."""

__all__ = [
    "PARTS",
    "RESOLVER",
    "conflict_question",
    "coverage",
    "decide",
    "quality_of",
    "search_and_read",
    "to_settle_now",
]


def search_and_read(
    dimension: Dimension, before: int, *, critical: bool = False, again: bool = False, instead_of: str = ""
) -> list[TaskSpec]:
    """Return a search for a dimension and the reading of what it finds; `before` counts the tasks added before them."""
    how = "in another way: " if again or instead_of else ""
    search = TaskSpec("S", f"{how}{dimension.question}", dimension.name, critical=critical, instead_of=instead_of)
    read = TaskSpec("R", f"what is found on {dimension.name}", dimension.name, (f"+{before}",), instead_of=instead_of)
    return [search, read]


def coverage(mission: Mission) -> list[Coverage]:
    """Return, for each dimension, its target of facts and how many there are."""
    return [
        Coverage(item.name, item.weight, item.target, len(mission.facts_of(item.name))) for item in mission.dimensions
    ]


def quality_of(mission: Mission, today: date) -> Quality:
    """Return the quality of the evidence. Its facts were verified when this is asked: reflection stops otherwise."""
    facts = [fact for item in mission.dimensions for fact in mission.facts_of(item.name)]
    used = [mission.sources[name] for name in dict.fromkeys(fact.source for fact in facts)]
    return quality(
        coverage(mission),
        [authority(source) for source in used],
        [freshness(source, today) for source in used],
        conflicts_found=len(mission.conflicts),
        conflicts_settled=len(mission.resolutions),
        facts=len(facts),
        facts_verified=len(facts),
    )


def to_settle_now(mission: Mission) -> list[str]:
    """Return the conflicts that need no task of their own: those that are not severe, or whose task failed."""
    tried = {task.conflict for task in mission.tasks.values() if task.settled}
    return [
        name
        for name, conflict in mission.conflicts.items()
        if name not in mission.resolutions and (conflict.severity is not Severity.HIGH or name in tried)
    ]


def conflict_question(mission: Mission, name: str, today: date) -> ConflictQuestion:
    """Return what the resolver is asked about a conflict."""
    conflict = mission.conflicts[name]
    sides: tuple[Fact, Fact] = (mission.facts[conflict.a], mission.facts[conflict.b])
    return ConflictQuestion(
        conflict, sides, (mission.sources[sides[0].source], mission.sources[sides[1].source]), today
    )


def decide(mission: Mission, found: Quality) -> GapsFound | Complete:
    """Decide what comes next, in the order that the design sets."""
    open_conflicts = [name for name in mission.conflicts if name not in mission.resolutions]
    if open_conflicts:
        specs = [TaskSpec("C", f"{name}, {mission.conflicts[name].about}", conflict=name) for name in open_conflicts]
        return GapsFound(f"{len(specs)} contradictions between sources", tuple(specs))
    gaps = [item for item in coverage(mission) if item.found < item.target]
    empty = [item for item in gaps if item.found == 0 and _can_search(mission, item.dimension)]
    if empty:
        return _more(mission, [item.dimension for item in empty], "no evidence yet")
    if found.total >= ENOUGH:
        return Complete(f"quality {found.total:.1f} of 10", _caveats(gaps))
    left = mission.input.max_iterations - mission.iteration
    if found.total >= PASSABLE and left <= 0.2 * mission.input.max_iterations:
        return Complete(f"quality {found.total:.1f} of 10, and {left} iterations left", _caveats(gaps))
    weakest = sorted((item for item in gaps if _can_search(mission, item.dimension)), key=lambda item: item.share)
    if weakest:
        return _more(mission, [weakest[0].dimension], "the weakest dimension")
    return Complete(f"quality {found.total:.1f} of 10, and nothing else to try", _caveats(gaps))


def once_more(mission: Mission) -> GapsFound:
    """Read again what was found: a person resumed the run, so what kept it from reading is repaired."""
    found = [mission.tasks[name] for name, sources in mission.found.items() if sources]
    specs = tuple(TaskSpec("R", f"what {task.id} found, again", task.dimension, (task.id,)) for task in found)
    return GapsFound("resumed, since nothing could be read", specs)


def _can_search(mission: Mission, dimension: str) -> bool:
    searches = sum(task.kind == "S" and task.dimension == dimension for task in mission.tasks.values())
    return searches < SEARCHES and mission.iteration + 2 <= mission.input.max_iterations


def _more(mission: Mission, dimensions: list[str], reason: str) -> GapsFound:
    specs: list[TaskSpec] = []
    for name in dimensions:
        specs += search_and_read(mission.dimension(name), len(specs), again=True)
    return GapsFound(f"{reason}: {', '.join(dimensions)}", tuple(specs))


def _caveats(gaps: list[Coverage]) -> tuple[str, ...]:
    return tuple(f"{item.dimension}: {item.found or 'none'} of the {item.target} facts aimed at" for item in gaps)
