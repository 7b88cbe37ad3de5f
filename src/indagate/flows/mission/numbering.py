"""Numbers of sources and facts: by plan and rank, never by the order in which parallel work happened to finish.

While tasks run, sources and facts have the numbers of their arrival. When the tasks come to rest (all are settled, the
budget is spent, a person is asked) whatever has come since the last rest is numbered for good: sources by the task that
read them and their rank in what its search found, facts by task, source and place. So the same question put to the same
documents gives the same report, whatever `max_parallel` is and however often the run was interrupted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from indagate.evidence.fact import fact_id
from indagate.evidence.source import Source, source_id
from indagate.flows.mission.assets import asset_paths

if TYPE_CHECKING:
    from indagate.flows.mission.record import Mission

_LAST = 1 << 30


def task_ranks(mission: Mission) -> dict[str, tuple[int, ...]]:
    """Return the tasks' ranks: a planned task has its place in the plan, one that follows another stands behind it."""
    ranks: dict[str, tuple[int, ...]] = {}
    for number, task in enumerate(mission.tasks.values()):
        above = task.instead_of or (
            task.after[-1] if task.kind == "R" and task.by in ("plan", "recovery") and task.after else ""
        )
        if above.startswith("P-"):
            above = ""
        ranks[task.id] = (*ranks.get(above, ()), number if not above else _LAST + ord(task.kind))
    return ranks


def number_for_good(mission: Mission) -> None:
    """Number what has come since the last rest."""
    ranks = task_ranks(mission)
    _number_sources(mission, ranks)
    _number_facts(mission, ranks)
    mission.ordered = None


def _number_sources(mission: Mission, ranks: dict[str, tuple[int, ...]]) -> None:
    fixed = dict(list(mission.sources.items())[: mission.numbered_sources])
    open_names = [name for name in mission.sources if name not in fixed]
    places: dict[str, list[tuple[tuple[int, ...], int, str]]] = {name: [] for name in open_names}
    for (task, path), name in mission.led_to.items():
        if name in places:
            locator = mission.locator_at[task, path]
            if mission.given_sources[locator].text_sha256 == mission.sources[name].text_sha256:
                places[name].append((ranks[task], _hit_rank(mission, task, path), locator))
    ordered = sorted(open_names, key=lambda name: min(places[name]))
    renamed = {old: source_id(len(fixed) + place) for place, old in enumerate(ordered, 1)}
    sources = {**fixed}
    for old, new in renamed.items():
        given = mission.given_sources[min(places[old])[2]]  # of the same text at two addresses the first one counts
        sources[new] = named(given, new)
    mission.sources = sources
    mission.numbered_sources = len(sources)
    mission.source_of = {at: renamed.get(name, name) for at, name in mission.source_of.items()}
    mission.led_to = {at: renamed.get(name, name) for at, name in mission.led_to.items()}
    for name, fact in mission.facts.items():
        if fact.source in renamed:
            mission.facts[name] = replace(fact, source=renamed[fact.source])


def _hit_rank(mission: Mission, task: str, path: str) -> int:
    """Return the rank of a path in what the searches before a task found."""
    at = 0
    for search in mission.tasks[task].after:
        for item in mission.found.get(search, ()):
            if item.path == path:
                return at
            at += 1
    return _LAST


def _number_facts(mission: Mission, ranks: dict[str, tuple[int, ...]]) -> None:
    names = list(mission.facts)
    open_names = names[mission.numbered_facts :]
    places = {name: number for number, name in enumerate(mission.sources)}

    def place(name: str) -> tuple[tuple[int, ...], int, int, int]:
        fact = mission.facts[name]
        return ranks[mission.task_of[name]], places[fact.source], fact.start, fact.end

    renamed = {
        old: fact_id(mission.numbered_facts + number) for number, old in enumerate(sorted(open_names, key=place), 1)
    }
    kept = {name: mission.facts[name] for name in names[: mission.numbered_facts]}
    tasks = {name: mission.task_of[name] for name in kept}
    for old, new in renamed.items():
        kept[new] = replace(mission.facts[old], id=new)
        tasks[new] = mission.task_of[old]
    mission.facts, mission.task_of = kept, tasks
    mission.numbered_facts = len(kept)


def named(source: Source, name: str) -> Source:
    """Return a source under a name, with the paths at which its bytes are shown."""
    file, text_file = asset_paths(name, source.locator, source.media_type)
    return replace(source, id=name, file=file, text_file=text_file)
