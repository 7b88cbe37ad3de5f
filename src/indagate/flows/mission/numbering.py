"""Numbers of sources and facts: by plan and rank, never by the order in which parallel work happened to finish.

While tasks run, sources and facts have the numbers of their arrival. When the tasks come to rest (all are settled, the
budget is spent, a person is asked) whatever has come since the last rest is numbered for good: sources by the task that
read them and their rank in what its search found, facts by task, source and place. So the same question put to the same
documents gives the same report, whatever `max_parallel` is and however often the run was interrupted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from indagate.evidence.fact import Fact, fact_id
from indagate.evidence.source import Source, source_id
from indagate.flows.mission.chart import AT_REST

if TYPE_CHECKING:
    from indagate.flows.mission.record import Mission

_LAST = 1 << 30
_FOLDERS = {"text/html": "web", "application/xhtml+xml": "web", "application/pdf": "pdf", "text/csv": "data"}
_SUFFIXES = {"text/html": ".html", "application/xhtml+xml": ".html", "application/pdf": ".pdf"}


def task_ranks(mission: Mission) -> dict[str, tuple[int, ...]]:
    """Return the tasks' ranks: a planned task has its place in the plan, one that follows another stands behind it."""
    ranks: dict[str, tuple[int, ...]] = {}
    for number, task in enumerate(mission.tasks.values()):
        reads = task.kind == "R" and task.by in ("plan", "recovery") and task.after
        above = task.instead_of or (task.after[-1] if reads else "")
        above = "" if above.startswith("P-") else above
        ranks[task.id] = (*ranks.get(above, ()), number if not above else _LAST + ord(task.kind))
    return ranks


def _number_sources(mission: Mission, ranks: dict[str, tuple[int, ...]]) -> None:
    fixed = dict(list(mission.sources.items())[: mission.numbered_sources])
    open_names = [name for name in mission.sources if name not in fixed]
    places: dict[str, list[tuple[tuple[int, ...], int, str]]] = {name: [] for name in open_names}
    for (task, path), locator in mission.led_to.items():
        name, given = mission.source_of[locator], mission.given_sources[locator]
        if name in places and given.text_sha256 == mission.sources[name].text_sha256:
            places[name].append((ranks[task], _hit_rank(mission, task, path), locator))
    ordered = sorted(open_names, key=lambda name: min(places[name]))
    renamed = {old: source_id(len(fixed) + place) for place, old in enumerate(ordered, 1)}
    # Of the same text at two addresses the first one counts.
    fresh = {new: named(mission.given_sources[min(places[old])[2]], new) for old, new in renamed.items()}
    mission.sources = fixed | fresh
    mission.numbered_sources = len(mission.sources)
    mission.source_of = {at: renamed.get(name, name) for at, name in mission.source_of.items()}
    for name, fact in mission.facts.items():
        if fact.source in renamed:
            mission.facts[name] = replace(fact, source=renamed[fact.source])


def _hit_rank(mission: Mission, task: str, path: str) -> int:
    """Return the rank of a path in what the searches before a task found."""
    found = [item.path for search in mission.tasks[task].after for item in mission.found.get(search, ())]
    return found.index(path) if path in found else _LAST


def in_order(mission: Mission, facts: Iterable[Fact]) -> list[Fact]:
    """Return facts by task, source and place."""
    ranks = task_ranks(mission)
    places = {name: number for number, name in enumerate(mission.sources)}
    return sorted(facts, key=lambda one: (ranks[mission.task_of[one.id]], places[one.source], one.start, one.end))


def number_for_good(mission: Mission) -> None:
    """Number what has come since the last rest, and name facts so wherever they are named."""
    _number_sources(mission, task_ranks(mission))
    mission.ordered = None
    known, many = list(mission.facts.values()), mission.numbered_facts
    every = [*known[:many], *in_order(mission, known[many:])]
    renamed = {one.id: fact_id(number) for number, one in enumerate(every, 1)} | {"": ""}
    mission.task_of = {renamed[one.id]: mission.task_of[one.id] for one in every}
    mission.facts = {
        renamed[one.id]: replace(one, id=renamed[one.id], superseded_by=renamed[one.superseded_by]) for one in every
    }
    mission.numbered_facts = len(every)
    mission.conflicts = {
        name: replace(one, a=renamed[one.a], b=renamed[one.b]) for name, one in mission.conflicts.items()
    }
    for name, one in mission.resolutions.items():
        preferred, deprecated = (renamed[fact or ""] or None for fact in (one.preferred, one.deprecated))
        mission.resolutions[name] = replace(one, preferred=preferred, deprecated=deprecated)


def named(source: Source, name: str) -> Source:
    """Return a source under a name, with the paths of its bytes and text: of its own name only the suffix is used."""
    suffix = _SUFFIXES.get(source.media_type) or PurePosixPath(source.locator).suffix.lower()
    suffix = suffix if re.fullmatch(r"\.[a-z0-9]{1,7}", suffix) else ".bin"
    stem = f"assets/{_FOLDERS.get(source.media_type, 'docs')}/{name.lower()}"
    return replace(source, id=name, file=f"{stem}{suffix}", text_file=f"{stem}.extracted.txt")


def links(event: object, mission: Mission) -> Iterable[tuple[str, str]]:
    """Yield path and digest of what the archived sources show in the run's folder, once they have their numbers."""
    if isinstance(event, AT_REST):
        for source in mission.sources.values():
            yield source.file, source.sha256
            yield source.text_file, source.text_sha256
