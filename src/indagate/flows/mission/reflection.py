"""Is the evidence enough? Computed from it, none of it guessed."""

from __future__ import annotations

from datetime import date

from indagate.evidence import Coverage, Fact, Quality, Severity, authority, freshness, quality
from indagate.flows.mission.chart import Complete, Considered, GapsFound
from indagate.flows.mission.planner import Plan
from indagate.flows.mission.record import Mission
from indagate.flows.mission.resolver import RESOLVER, ConflictQuestion
from indagate.flows.mission.side import Dimension, TaskSpec

PARTS = ("completeness", "authority", "conflict", "traceability", "recency")
ENOUGH = 8.0
PASSABLE = 6.0
CRITICAL = 0.5
"""Weight from which a side's tasks are critical: their failure is put to a person."""
SEARCHES = 2
"""Searches a dimension gets before it counts as exhausted."""

__all__ = [
    "PARTS",
    "RESOLVER",
    "conflict_question",
    "coverage",
    "decide",
    "decide_with",
    "planned_tasks",
    "quality_of",
    "search_and_read",
    "to_settle_now",
]


def search_and_read(
    dimension: Dimension, before: int, *, critical: bool = False, again: bool = False, instead_of: str = "",
    wording: str = "", after: tuple[str, ...] = (),
) -> list[TaskSpec]:  # fmt: skip
    """Return a search for a dimension and the reading of what it finds; `before` counts the tasks added before them."""
    how = "in another way: " if again or instead_of else ""
    asked = wording or dimension.question
    search = TaskSpec("S", f"{how}{asked}", dimension.name, after, critical, instead_of=instead_of)
    found = f"what is found on {dimension.name}"
    read = TaskSpec("R", found, dimension.name, (f"+{before}",), critical, instead_of=instead_of)
    return [search, read]


def planned_tasks(plan: Plan) -> tuple[TaskSpec, ...]:
    """Return a search and a reading for each side, after the sides that it needs, and the plan's other tasks."""
    specs: list[TaskSpec] = []
    readings: dict[str, str] = {}
    left = list(plan.dimensions)
    while left:
        item = next((one for one in left if all(name in readings for name in one.after)), left[0])
        left.remove(item)
        after = tuple(readings[name] for name in item.after if name in readings)
        specs += search_and_read(item, len(specs), critical=item.weight >= CRITICAL, after=after)
        readings[item.name] = f"+{len(specs) - 1}"
    for kind, description, sides in plan.extra:
        specs.append(TaskSpec(kind, description, after=tuple(readings[name] for name in sides)))
    return tuple(specs)


def coverage(mission: Mission) -> list[Coverage]:
    """Return, for each dimension, its target of facts and how many there are."""
    return [
        Coverage(item.name, item.weight, item.target, len(mission.facts_of(item.name))) for item in mission.dimensions
    ]


def quality_of(mission: Mission, today: date) -> Quality:
    """Return the quality of the evidence. Its facts were verified when this is asked: reflection stops otherwise."""
    facts = [fact for fact in mission.canonical() if fact.status == "ACTIVE"]
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
        for name, conflict in mission.divergences.items()
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
    open_conflicts = [name for name in mission.divergences if name not in mission.resolutions]
    if open_conflicts:
        specs = [TaskSpec("C", f"{name}, {mission.conflicts[name].about}", conflict=name) for name in open_conflicts]
        return GapsFound(f"{len(specs)} contradictions between sources", tuple(specs))
    gaps = [item for item in coverage(mission) if item.found < item.target]
    empty = [item for item in gaps if item.found == 0 and _can_search(mission, item.dimension)]
    if empty:
        return _more(mission, [item.dimension for item in empty], "no evidence yet")
    if found.total >= ENOUGH:
        return Complete(f"quality {found.total:.1f} of 10", _caveats(gaps))
    left = mission.iterations - mission.iteration
    if found.total >= PASSABLE and left <= 0.2 * mission.iterations:
        return Complete(f"quality {found.total:.1f} of 10, and {left} iterations left", _caveats(gaps))
    weakest = sorted((item for item in gaps if _can_search(mission, item.dimension)), key=lambda item: item.share)
    if weakest:
        return _more(mission, [weakest[0].dimension], "the weakest dimension")
    return Complete(f"quality {found.total:.1f} of 10, and nothing else to try", _caveats(gaps))


def decide_with(
    mission: Mission, said: Considered, specs: list[TaskSpec], sides: list[Dimension]
) -> GapsFound | Complete:
    """Decide what comes next as the reflector says, within what is left: grave contradictions, then its questions."""
    serious = [TaskSpec("C", f"{name}, {mission.conflicts[name].about}", conflict=name) for name in to_task(mission)]
    if specs or serious:
        kinds = [f"{len(sides)} questions that findings raise"] if sides else []
        kinds += ["more on what there is"] if len(specs) > 2 * len(sides) else []
        kinds += [f"{len(serious)} grave contradictions"] if serious else []
        return GapsFound("; ".join(kinds), (*specs, *serious), tuple(sides))
    gaps = [item for item in coverage(mission) if item.found == 0]
    if not said.enough:
        again = [item.dimension for item in gaps if item.dimension not in said.stop]
        again = [name for name in again if _can_search(mission, name) and not mission.read_whole]
        if again:
            return _more(mission, again, "no evidence yet")
    told = "enough" if said.enough else "not enough, and nothing else to try"
    return Complete(f"{told}, says {said.by}", (*_caveats(gaps), *(f"Still open: {text}" for text in said.open)))


def to_task(mission: Mission) -> list[str]:
    """Return the open contradictions that get a task of their own."""
    now = to_settle_now(mission)
    return [name for name in mission.divergences if name not in mission.resolutions and name not in now]


def once_more(mission: Mission) -> GapsFound:
    """Read again what was found: a person resumed the run, so what kept it from reading is repaired."""
    found = [mission.tasks[name] for name, sources in mission.found.items() if sources]
    specs = tuple(TaskSpec("R", f"what {task.id} found, again", task.dimension, (task.id,)) for task in found)
    return GapsFound("resumed, since nothing could be read", specs)


def _can_search(mission: Mission, dimension: str) -> bool:
    searches = sum(task.kind == "S" and task.dimension == dimension for task in mission.tasks.values())
    return searches < SEARCHES and mission.iteration + 2 <= mission.iterations


def _more(mission: Mission, dimensions: list[str], reason: str) -> GapsFound:
    specs: list[TaskSpec] = []
    for name in dimensions:
        specs += search_and_read(mission.dimension(name), len(specs), again=True)
    return GapsFound(f"{reason}: {', '.join(dimensions)}", tuple(specs))


def _caveats(gaps: list[Coverage]) -> tuple[str, ...]:
    return tuple(f"{item.dimension}: {item.found or 'none'} of the {item.target} facts aimed at" for item in gaps)
