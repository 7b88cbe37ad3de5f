"""Mission: what happens in each state, in the chart's order."""

from __future__ import annotations

from indagate.errors import IndagateError
from indagate.evidence import Fact, Resolution, Source, Violation, verify_fact
from indagate.flow import Context
from indagate.flows.mission import library, reflection, supporting
from indagate.flows.mission.ask import BottomQuestion, Plan, PlanQuestion, SectionQuestion
from indagate.flows.mission.chart import (
    AllSettled,
    CheckInDue,
    Complete,
    ConflictResolved,
    Dimension,
    GapsFound,
    Planned,
    Reflected,
    ReportWritten,
    SectionWritten,
    Spent,
    TaskSpec,
)
from indagate.flows.mission.record import Mission
from indagate.flows.mission.research import Researching
from indagate.flows.mission.roles import BOTTOM_LINE, PLANNER, SECTION_WRITER


class Untraceable(IndagateError):
    """Facts that their archived sources do not bear."""


class NothingUsable(IndagateError):
    """No source could be read."""


async def planning(mission: Mission, ctx: Context[Mission]) -> Planned:
    """Survey the sources and decompose the question."""
    given = mission.input
    found = await library.survey(ctx)
    mission = await ctx.emit(found)
    question = PlanQuestion(given.question, tuple(mission.amendments), found.titles, found.documents)
    if given.again is not None and not mission.amendments:
        plan, by = Plan(given.again.core_question, given.again.dimensions, given.again.constraints), given.again.run
    else:
        plan, by = await ctx.ask_by(PLANNER, question)
    return Planned(plan.core_question, plan.dimensions, plan.constraints, _tasks(plan.dimensions), by)


def _tasks(dimensions: tuple[Dimension, ...]) -> tuple[TaskSpec, ...]:
    """Return a search and a reading for each dimension."""
    specs: list[TaskSpec] = []
    for item in dimensions:
        specs += reflection.search_and_read(item, len(specs), critical=item.weight >= 0.5)
    return tuple(specs)


async def researching(mission: Mission, ctx: Context[Mission]) -> AllSettled | Spent | CheckInDue:
    """Run every task that is ready, in parallel, until all are settled or something else is due."""
    return await Researching(ctx).run()


async def reflecting(mission: Mission, ctx: Context[Mission]) -> GapsFound | Complete:
    """Compute the quality of the evidence, look for conflicts, and decide what comes next."""
    breaches = _breaches(mission, ctx)
    if breaches:
        raise Untraceable(f"{len(breaches)} facts are not borne by the archive; the first: {breaches[0].message}")
    if mission.unreadable and mission.previous == "ERROR":
        return reflection.once_more(mission)
    if mission.unreadable:
        raise NothingUsable("no source could be read, so there is nothing to report")
    if mission.refused and not mission.facts:
        if mission.previous == "ERROR":
            return reflection.once_more(mission)
        raise NothingUsable(
            f"no answer of the reader was usable: {len(mission.refused)} facts for {len(mission.sources)} sources, all "
            "refused at validation; resume with another model (--model PROVIDER:NAME), or let the rule read "
            "(--role reader=rule)"
        )
    today = mission.today

    async def resolve(name: str) -> Resolution:
        return await ctx.ask(reflection.RESOLVER, reflection.conflict_question(mission, name, today))

    names = reflection.to_settle_now(mission)
    for name, resolution in zip(names, await ctx.each(names, resolve, key=str), strict=True):
        async with ctx.scope(name):
            mission = await ctx.emit(ConflictResolved(name, resolution))
    quality = reflection.quality_of(mission, today)
    decision = reflection.decide(mission, quality)
    await ctx.emit(
        Reflected(
            quality.total,
            tuple((name, round(getattr(quality, name), 3)) for name in reflection.PARTS),
            tuple((c.dimension, c.found, c.target) for c in reflection.coverage(mission)),
            decision.reason,
        )
    )
    return decision


def _breaches(mission: Mission, ctx: Context[Mission]) -> list[Violation]:
    found: list[Violation] = []
    archive: dict[str, tuple[bytes, str]] = {}
    for fact in mission.facts.values():
        source = mission.sources[fact.source]
        if source.id not in archive:
            raw = ctx.store.get(source.sha256)
            text = ctx.store.get(source.text_sha256).decode("utf-8", "surrogatepass")
            archive[source.id] = raw, text
        found += verify_fact(fact, source, *archive[source.id])
    return found


async def synthesizing(mission: Mission, ctx: Context[Mission]) -> ReportWritten:
    """Write each section from its own evidence, and the bottom line from all of it, at the same time; judge all."""
    facts = tuple(fact for fact in mission.canonical() if fact.status == "ACTIVE")
    sides = {item.name: item for item in mission.dimensions if mission.facts_of(item.name)}

    async def write(name: str) -> SectionWritten:
        if not name:
            question = BottomQuestion(
                mission.core_question, mission.dimensions, facts, _sources(mission, facts), _open_pairs(mission),
                _overruled(mission), mission.asked_in,
            )  # fmt: skip
            bottom, by = await ctx.ask_by(BOTTOM_LINE, question)
            return SectionWritten("", bottom.claims, bottom.answered, by)
        own = tuple(mission.facts_of(name))
        asked = SectionQuestion(mission.core_question, sides[name], own, _sources(mission, own), mission.asked_in)
        found, by = await ctx.ask_by(SECTION_WRITER, asked)
        return SectionWritten(name, found.claims, by=by)

    drafts = await ctx.each(["", *sides], write, key=str)  # what matters most is paid for first
    tally = await supporting.judged(mission, drafts, ctx)
    for section in tally.sections:
        async with ctx.scope(section.name):
            await ctx.emit(section)
    written = [claim for section in tally.sections for claim in section.claims]
    shown = {name for claim in written for name in claim.facts} | set(_diverging(mission))
    return ReportWritten(
        len(written), tuple(sorted(shown)), ctx.budget.spent.tokens, tuple(sorted(ctx.by_rule)), tally.dropped,
        ctx.answered_instead, tally.unsupported, tally.cut, tally.unjudged,
    )  # fmt: skip


def _sources(mission: Mission, facts: tuple[Fact, ...]) -> tuple[Source, ...]:
    used = dict.fromkeys(fact.source for fact in facts)
    return tuple(mission.sources[name] for name in used)


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
