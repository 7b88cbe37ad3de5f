"""Is the evidence enough? Computed from it, none of it guessed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from indagate.evidence import (
    DENIED,
    Conflict,
    Coverage,
    Fact,
    Quality,
    Severity,
    authority,
    conflicts,
    freshness,
    quality,
    resolve,
)
from indagate.flows.mission.ask import ConflictQuestion
from indagate.flows.mission.chart import Complete, Dimension, GapsFound, TaskSpec
from indagate.flows.mission.offline.bearing import sought
from indagate.flows.mission.offline.expected import Expected
from indagate.flows.mission.offline.lexis import tongue
from indagate.flows.mission.offline.verdict import restricts, verdict
from indagate.flows.mission.offline.write import around
from indagate.flows.mission.record import Mission
from indagate.flows.mission.roles import RESOLVER

PARTS = ("completeness", "authority", "conflict", "traceability", "recency")
ENOUGH = 8.0
PASSABLE = 6.0
_GRAVITY = tuple(Severity)
SEARCHES = 2
"""Searches a dimension gets before it counts as exhausted."""

__all__ = ["PARTS", "RESOLVER", "conflict_question", "coverage", "decide", "new_conflicts", "quality_of",
           "search_and_read", "to_settle_now"]  # fmt: skip


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


def new_conflicts(mission: Mission) -> list[Conflict]:
    """Return the contradictions among the facts that are not known yet, in canonical order."""
    facts = [fact for fact in mission.canonical() if fact.status == "ACTIVE"]
    ranked = sorted(dict.fromkeys(fact.source for fact in facts), key=lambda name: mission.sources[name].locator)
    rank = {name: f"S{number:04d}" for number, name in enumerate(ranked, 1)}
    sources = {rank[name]: replace(mission.sources[name], id=rank[name]) for name in ranked}
    back = {new: old for old, new in rank.items()}
    known = {frozenset((conflict.a, conflict.b)) for conflict in mission.conflicts.values()}
    found = [
        replace(conflict, a_source=back[conflict.a_source], b_source=back[conflict.b_source])
        for conflict in conflicts([replace(fact, source=rank[fact.source]) for fact in facts], sources)
    ]
    met = {frozenset((conflict.a, conflict.b)) for conflict in found}
    found += [each for each in _verdicts(mission, facts) if frozenset((each.a, each.b)) not in met]
    return _once(mission, [each for each in found if frozenset((each.a, each.b)) not in known])


def _verdicts(mission: Mission, facts: list[Fact]) -> list[Conflict]:
    """Return the contradictions in what sources say to a question for a yes or a no: one says yes, another says no.

    Who says how a thing may only be done contradicts who says that it may not be done.
    """
    found = []
    for item in mission.dimensions:
        aim = sought(item.name, item.question, (), item.rarity)
        if aim.expected is not Expected.DECISION:
            continue
        own = [fact for fact in facts if fact.dimension == item.name]
        said = [verdict(aim, fact.statement, around(fact, mission.sources[fact.source].title)) for fact in own]
        for one, no in zip(own, said, strict=True):
            for other, yes in zip(own, said, strict=True):
                if no is not False or one.source == other.source or yes is False:
                    continue
                if yes or restricts(aim, other.statement):
                    first, second = sorted((one, other), key=own.index)
                    about = ", ".join(aim.covered(f"{one.statement} {other.statement}"))
                    sides = first.id, second.id, first.source, second.source
                    found.append(Conflict(*sides, about, "negation", Severity.HIGH, DENIED))
    return found


def _once(mission: Mission, found: list[Conflict]) -> list[Conflict]:
    """Return one conflict for each fact that loses, and for two voices that diverge on one thing: the plainest.

    A source that says a thing twice, in a table and in a sentence, or two sources that agree, contradict a third once.
    """
    told = {_side(mission, conflict) for conflict in mission.conflicts.values()}
    kept: list[Conflict] = []
    for conflict in sorted(found, key=lambda each: _weight(mission, each)):
        side = _side(mission, conflict)
        if side not in told:
            told.add(side)
            kept.append(conflict)
    return [conflict for conflict in found if conflict in kept]


def _side(mission: Mission, conflict: Conflict) -> tuple[str, ...]:
    """Return what a conflict comes down to: its losing fact, or the two sources and their difference."""
    loser = resolve(conflict, mission.sources, mission.today).deprecated
    if loser:
        return (loser, conflict.kind)
    figures = sorted(conflict.difference.split(" against "))
    return (*sorted((conflict.a_source, conflict.b_source)), conflict.kind, *figures)


def _weight(mission: Mission, conflict: Conflict) -> tuple[float, ...]:
    """Return what puts a conflict before others that come down to the same.

    Sentences, in the question's language, then gravity and authority.
    """
    code = tongue(mission.input.question)
    foreign = sum(tongue(mission.facts[name].statement) != code for name in (conflict.a, conflict.b))
    rows = sum(" | " in mission.facts[name].quote for name in (conflict.a, conflict.b))
    sides = (mission.sources[conflict.a_source], mission.sources[conflict.b_source])
    return (
        rows,
        foreign,
        _GRAVITY.index(conflict.severity),
        -sum(authority(source) for source in sides),
        -len(conflict.about),
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
