"""Mission: what happens in each state, in the chart's order."""

from __future__ import annotations

from dataclasses import replace

from indagate.errors import IndagateError
from indagate.evidence import Breach, Fact, Resolution, Source, verify_claim, verify_fact
from indagate.flows.mission import library, reflection
from indagate.flows.mission.ask import BottomQuestion, PlanQuestion, SectionQuestion
from indagate.flows.mission.chart import (
    AllSettled,
    CheckInDue,
    Claim,
    Complete,
    ConflictResolved,
    ConflictsFound,
    Dimension,
    GapsFound,
    Planned,
    Reflected,
    ReportWritten,
    SectionWritten,
    Spent,
    TaskSpec,
)
from indagate.flows.mission.offline import telling
from indagate.flows.mission.record import Mission
from indagate.flows.mission.research import Researching
from indagate.flows.mission.roles import BOTTOM_LINE, PLANNER, SECTION_WRITER
from indagate.lab import Lab


class Untraceable(IndagateError):
    """Facts that their archived sources do not bear."""


class NothingUsable(IndagateError):
    """No source could be read."""


async def planning(mission: Mission, lab: Lab[Mission]) -> Planned:
    """Survey the sources and decompose the question."""
    given = mission.input
    found = await library.survey(lab)
    mission = await lab.emit(found)
    plan = await lab.ask(
        PLANNER, PlanQuestion(given.question, tuple(mission.amendments), found.titles, found.documents)
    )
    told = sorted({word for item in plan.dimensions for word in telling(f"{item.name} {item.question}")})
    rare = await library.rarity(tuple(told), lab)
    dimensions = tuple(
        replace(
            item,
            rarity=tuple((word, rare[word]) for word in telling(f"{item.name} {item.question}") if word in rare),
        )
        for item in plan.dimensions
    )
    return Planned(plan.core_question, dimensions, plan.constraints, _tasks(dimensions), lab.mind(PLANNER))


def _tasks(dimensions: tuple[Dimension, ...]) -> tuple[TaskSpec, ...]:
    """Return a search and a reading for each dimension."""
    specs: list[TaskSpec] = []
    for item in dimensions:
        specs += reflection.search_and_read(item, len(specs), critical=item.weight >= 0.5)
    return tuple(specs)


async def researching(mission: Mission, lab: Lab[Mission]) -> AllSettled | Spent | CheckInDue:
    """Run every task that is ready, in parallel, until all are settled or something else is due."""
    return await Researching(lab).run()


async def reflecting(mission: Mission, lab: Lab[Mission]) -> GapsFound | Complete:
    """Compute the quality of the evidence, look for conflicts, and decide what comes next."""
    breaches = _breaches(mission, lab)
    if breaches:
        raise Untraceable(f"{len(breaches)} facts are not borne by the archive; the first: {breaches[0].message}")
    if mission.unreadable and mission.previous == "ERROR":
        return reflection.once_more(mission)
    if mission.unreadable:
        raise NothingUsable("no source could be read, so there is nothing to report")
    fresh = reflection.new_conflicts(mission)
    if fresh:
        mission = await lab.emit(ConflictsFound(tuple(fresh)))
    today = mission.today

    async def resolve(name: str) -> Resolution:
        return await lab.ask(reflection.RESOLVER, reflection.conflict_question(mission, name, today))

    names = reflection.to_settle_now(mission)
    for name, resolution in zip(names, await lab.each(names, resolve, key=str), strict=True):
        async with lab.scope(name):
            mission = await lab.emit(ConflictResolved(name, resolution))
    quality = reflection.quality_of(mission, today)
    decision = reflection.decide(mission, quality)
    await lab.emit(
        Reflected(
            quality.total,
            tuple((name, round(getattr(quality, name), 3)) for name in reflection.PARTS),
            tuple((c.dimension, c.found, c.target) for c in reflection.coverage(mission)),
            decision.reason,
        )
    )
    return decision


def _breaches(mission: Mission, lab: Lab[Mission]) -> list[Breach]:
    found: list[Breach] = []
    archive: dict[str, tuple[bytes, str]] = {}
    for fact in mission.facts.values():
        source = mission.sources[fact.source]
        if source.id not in archive:
            raw = lab.store.get(source.sha256)
            text = lab.store.get(source.text_sha256).decode("utf-8", "surrogatepass")
            archive[source.id] = raw, text
        found += verify_fact(fact, source, *archive[source.id])
    return found


async def synthesizing(mission: Mission, lab: Lab[Mission]) -> ReportWritten:
    """Write each section from its own evidence, and the bottom line from all of it, at the same time."""
    facts = tuple(fact for fact in mission.canonical() if fact.status == "ACTIVE")
    sides = {item.name: item for item in mission.dimensions if any(fact.dimension == item.name for fact in facts)}
    dropped = 0

    def borne(claims: tuple[Claim, ...], own: tuple[Fact, ...]) -> tuple[Claim, ...]:
        nonlocal dropped
        kept = _borne(claims, own)
        dropped += len(claims) - len(kept)
        return kept

    async def write(name: str) -> SectionWritten:
        if not name:
            overruled = _overruled(mission)
            question = BottomQuestion(
                mission.core_question, mission.dimensions, facts, _sources(mission, facts), _open_pairs(mission),
                overruled,
            )  # fmt: skip
            bottom = await lab.ask(BOTTOM_LINE, question)
            claims = borne(bottom.claims, (*facts, *(loser for _, loser in overruled)))
            return SectionWritten("", claims, bottom.answered and bool(claims))
        own = tuple(fact for fact in facts if fact.dimension == name)
        asked = SectionQuestion(mission.core_question, sides[name], own, _sources(mission, own))
        section = SectionWritten(name, borne((await lab.ask(SECTION_WRITER, asked)).claims, own))
        await lab.emit(section)
        return section

    bottom, *sections = await lab.each(["", *sides], write, key=str)  # what matters most is paid for first
    await lab.emit(bottom)
    written = [claim for section in (bottom, *sections) for claim in section.claims]
    shown = {name for claim in written for name in claim.facts} | set(_diverging(mission))
    by_rule = tuple(sorted(lab.by_rule))
    return ReportWritten(len(written), tuple(sorted(shown)), lab.budget.spent.tokens, by_rule, dropped)


def _sources(mission: Mission, facts: tuple[Fact, ...]) -> tuple[Source, ...]:
    used = dict.fromkeys(fact.source for fact in facts)
    return tuple(mission.sources[name] for name in used)


def _borne(claims: tuple[Claim, ...], facts: tuple[Fact, ...]) -> tuple[Claim, ...]:
    """Return the claims that their cited facts bear; what cites wrongly is dropped."""
    known = {fact.id: fact for fact in facts}
    kept = []
    for claim in claims:
        cited = [known[name] for name in claim.facts if name in known]
        if len(cited) == len(claim.facts) and not verify_claim(claim.text, cited):
            kept.append(replace(claim, text=" ".join(claim.text.split())))
    return tuple(kept)


def _open_pairs(mission: Mission) -> tuple[tuple[str, str], ...]:
    """Return the pairs of facts that contradict each other and of which neither was preferred."""
    return tuple(
        (conflict.a, conflict.b)
        for name, conflict in mission.conflicts.items()
        if name not in mission.resolutions or not mission.resolutions[name].preferred
    )


def _overruled(mission: Mission) -> tuple[tuple[str, Fact], ...]:
    """Return, for each settled contradiction, the id of the fact that was preferred and the other one."""
    settled = (resolution for resolution in mission.resolutions.values() if resolution.preferred)
    return tuple(
        (item.preferred, mission.facts[item.deprecated]) for item in settled if item.preferred and item.deprecated
    )


def _diverging(mission: Mission) -> tuple[str, ...]:
    """Return the facts that stand in a conflict, preferred or not: the report shows both sides."""
    return tuple(name for conflict in mission.conflicts.values() for name in (conflict.a, conflict.b))
