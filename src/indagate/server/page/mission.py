"""What a mission has found, for reading: its facts with their sources, its report, what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from indagate.app import App
    from indagate.engine import Run
    from indagate.flows.mission.record import Mission

LATEST = 12
"""Facts that a run's page shows."""


@dataclass(frozen=True)
class FoundFact:
    """A fact with its source: `place` is where in it, `status` empty while it stands."""

    id: str
    statement: str
    source: str
    title: str
    publisher: str
    published: str
    place: str
    status: str = ""


@dataclass(frozen=True)
class Written:
    """A sentence of a report: what it rests on, how it was made and by whom, what breaks it."""

    text: str
    basis: str
    by: str
    supported_by: str
    facts: tuple[FoundFact, ...]
    breaches: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Differing:
    """Two facts that differ: in what, and what was made of it."""

    facts: tuple[FoundFact, ...]
    difference: str
    resolution: str


@dataclass(frozen=True)
class Part:
    """A part of a report under its heading, of that level; `side` is the part of the question that it begins."""

    heading: str
    claims: tuple[Written, ...]
    level: int = 2
    side: str = ""


@dataclass(frozen=True)
class MissionReport:
    """A report, for reading; `rows` are those of the table of what is compared, each with its label."""

    question: str
    answered: bool
    parts: tuple[Part, ...]
    differing: tuple[Differing, ...]
    excerpts: bool
    limitations: tuple[str, ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[Written | None, ...]], ...] = ()


def fact_of(mission: Mission, name: str) -> FoundFact:
    """Return a fact with its source, for reading."""
    fact = mission.facts[name]
    source = mission.sources[fact.source]
    status = "" if fact.status == "ACTIVE" else fact.status.lower()
    published = source.published.isoformat() if source.published else ""
    return FoundFact(
        fact.id, fact.statement, source.id, source.title, source.publisher, published, fact.place, status,
    )  # fmt: skip


def latest_facts(app: App, run: Run, at: int | None) -> Iterator[FoundFact]:
    """Yield what a mission found, or had found at a row, the latest first."""
    if run.flow != "mission":
        return
    mission = cast("Mission", app.record(run.name, at=at))
    for name in list(mission.facts)[: -LATEST - 1 : -1]:
        yield fact_of(mission, name)


def report_of(mission: Mission, breaches: Iterable[Any]) -> MissionReport:
    """Return a mission's report with the breaches at the sentences that they concern."""
    from indagate.flows.mission import excerpt
    from indagate.flows.mission.phrases import phrases_for
    from indagate.flows.mission.report import headline, limitations, sections
    from indagate.render import unescape

    found, words = tuple(breaches), phrases_for(mission.input.question)
    excerpts, bottom = excerpt.is_excerpt(mission), mission.sections.get("")
    parts, alone = [], len(mission.dimensions) == 1
    if bottom is not None and bottom.claims:
        parts.append(Part(words.bottom_line, tuple(_claims(mission, bottom.claims, found))))
    for name, claims in sections(mission):
        heading = headline(mission.dimension(name).question if excerpts else name)
        if not excerpts:
            parts.append(Part(heading, tuple(_claims(mission, claims, found))))
            continue
        for number, group in enumerate(excerpt.groups(mission, name, words)):
            held = (
                Written(fact.statement, "verbatim", fact.by, "", (fact_of(mission, fact.id),)) for fact in group.facts
            )
            shown = tuple(_with_breaches(mission, item, found) for item in held)
            parts.append(Part(group.heading, shown, 2 if alone else 3, "" if alone or number else heading))
    differing = [
        Differing((fact_of(mission, item.a), fact_of(mission, item.b)), item.difference, _resolved(mission, name))
        for name, item in mission.conflicts.items()
    ]
    if excerpts:
        differing += [
            Differing(tuple(fact_of(mission, fact.id) for fact in pair), words.differ, "")
            for pair in excerpt.differences(mission)
        ]
    table = bottom.table if bottom is not None else None
    rows = tuple(
        (row.label, tuple(next(_claims(mission, (cell,), found)) if cell else None for cell in row.cells))
        for row in (table.rows if table is not None else ())
    )
    return MissionReport(
        mission.input.question, bool(bottom and bottom.answered), tuple(parts), tuple(differing), excerpts,
        tuple(map(unescape, limitations(mission, words))), table.columns if table is not None else (), rows,
    )  # fmt: skip


def _resolved(mission: Mission, name: str) -> str:
    found = mission.resolutions.get(name)
    return found.reason if found is not None else ""


def _claims(mission: Mission, claims: Iterable[Any], breaches: tuple[Any, ...]) -> Iterator[Written]:
    for claim in claims:
        facts = tuple(fact_of(mission, name) for name in claim.facts if name in mission.facts)
        yield _with_breaches(mission, Written(claim.text, claim.basis, claim.by, claim.supported_by, facts), breaches)


def _with_breaches(mission: Mission, claim: Written, breaches: tuple[Any, ...]) -> Written:
    """Return a sentence with the breaches of its facts, of their archived files, or of its own words."""
    places = {claim.text[:80]}
    for fact in claim.facts:
        source = mission.sources[fact.source]
        places |= {fact.id, source.file, source.text_file, source.id}
    concerning = tuple(item for item in breaches if item.where in places)
    return Written(claim.text, claim.basis, claim.by, claim.supported_by, claim.facts, concerning)
