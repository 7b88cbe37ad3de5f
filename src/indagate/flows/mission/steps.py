"""Mission: what happens in each state, in the chart's order."""

from __future__ import annotations

from indagate.errors import IndagateError
from indagate.evidence.fact import Fact
from indagate.flow import Context
from indagate.flows.mission import appraising, chart, library, placing, reflector, supporting, verify
from indagate.flows.mission.constraint import told
from indagate.flows.mission.finding import Appraisal
from indagate.flows.mission.planner import PLANNER, Plan, PlanQuestion
from indagate.flows.mission.record import Mission
from indagate.flows.mission.reflector import REFLECTOR, Reflection, conflicts_of, pursued, question_of
from indagate.flows.mission.research import Researching
from indagate.flows.mission.resolver import RESOLVER
from indagate.flows.mission.searching import TITLES
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.flows.mission.writer import BOTTOM_LINE, SECTION_WRITER, BottomQuestion, SectionQuestion
from indagate.models import RULE
from indagate.number import count

APPRAISED = 24
"""Sources that one reflection has appraised at most."""
WORDS = {"short": 250, "standard": 600, "long": 1500}
"""Words of a report, by its length."""
BOTTOM = {"short": 60, "standard": 60, "long": 120}
"""Words of its bottom line."""


class Untraceable(IndagateError):
    """Facts that their archived sources do not bear."""


class NothingUsable(IndagateError):
    """No source could be read."""


async def planning(mission: Mission, ctx: Context[Mission]) -> chart.Planned:
    """Survey the sources and decompose the question."""
    given = mission.input
    mission = await ctx.emit(await library.survey(ctx))
    question = PlanQuestion(
        given.question, tuple(mission.amendments), mission.listing[:TITLES], mission.documents, mission.dimensions,
        told(given.limits), today=mission.today,
    )  # fmt: skip
    if given.again is not None and not mission.amendments:
        plan, by = Plan(given.again.core_question, given.again.dimensions, given.again.constraints), given.again.run
    else:
        plan, by = await ctx.ask_by(PLANNER, question)
    return chart.Planned(plan.core_question, plan.dimensions, plan.constraints, reflector.planned_tasks(plan), by)


async def researching(mission: Mission, ctx: Context[Mission]) -> chart.AllSettled | chart.Spent | chart.CheckInDue:
    """Run every task that is ready, in parallel, until all are settled or something else is due."""
    return await Researching(ctx).run()


async def reflecting(mission: Mission, ctx: Context[Mission]) -> chart.GapsFound | chart.Complete:
    """Compute the quality of the evidence, look for conflicts, and decide what comes next."""
    mission = await placing.look(ctx)
    breaches = list(verify.proved(mission, ctx.store))
    if breaches:
        raise Untraceable(f"{len(breaches)} facts are not borne by the archive; the first: {breaches[0].message}")
    useless = mission.refused and not mission.facts
    if (mission.unreadable or useless) and mission.previous == "ERROR":
        return reflector.once_more(mission)
    if mission.unreadable:
        raise NothingUsable("no source could be read, so there is nothing to report")
    if useless:
        many = f"{count(mission.refused, 'fact')} for {count(len(mission.sources), 'source')}"
        raise NothingUsable(
            f"no answer of the reader was usable: {many}, all refused at validation; resume with another model "
            "(--model PROVIDER:NAME), or let the rule read (--role reader=rule)"
        )
    said = mission.considered[-1] if mission.considered else None
    sides: list[Dimension] = []
    specs: list[TaskSpec] = []
    if mission.facts and len(mission.facts) != mission.considered_facts:
        said, sides, specs = await _considered(mission, ctx)
        mission = ctx.record
    decision = reflector.decide(mission, said, specs, sides, resolves=ctx.answered_by(RESOLVER) != RULE)
    mission = await ctx.emit(reflector.assessed(mission, decision.reason))
    if isinstance(decision, chart.Complete) and mission.followed < len(mission.directives):
        return chart.GapsFound("the user gave a directive meanwhile", ())
    return decision


async def _considered(
    mission: Mission, ctx: Context[Mission]
) -> tuple[chart.Considered | None, list[Dimension], list[TaskSpec]]:
    """Have the evidence reflected on and its sources appraised, at the same time; None where no model answered."""
    used = mission.sources_of(mission.active)
    new = [source.id for source in used if source.locator not in mission.appraisals][:APPRAISED]
    found: list[tuple[Reflection, str] | None] = []

    async def ask(name: str) -> Appraisal | None:
        if name:
            return await appraising.appraise(mission.sources[name], ctx)
        found.append(await ctx.consult(REFLECTOR, question_of(mission)))
        return None

    if ctx.answered_by(appraising.APPRAISER) == RULE:
        await ctx.leave_out(appraising.APPRAISER.name)
        new = []
    names = ["", *new]
    answers = zip(names, await ctx.each(names, ask, key=str), strict=True)
    made = {name: chart.Appraised(name, appraisal) for name, appraisal in answers if appraisal is not None}
    await ctx.each(made, lambda name: ctx.emit(made[name]), key=str)
    if found[0] is None:
        return None, [], []
    said, by = found[0]
    if fresh := conflicts_of(ctx.record, said):
        await ctx.emit(chart.ConflictsFound(tuple(fresh)))
    sides, specs, left = pursued(ctx.record, said)
    await ctx.emit(done := chart.Considered(said.enough, said.stop, tuple(left), by))
    return done, sides, specs


async def synthesizing(mission: Mission, ctx: Context[Mission]) -> chart.ReportWritten:
    """Write each section from its own evidence, and the bottom line from all of it, at the same time; judge all."""
    mission = await placing.look(ctx)
    sides = {item.name: item for item in mission.dimensions if mission.facts_of(item.name)}
    length, language = mission.input.length, mission.input.language
    share = max(60, (WORDS[length] - BOTTOM[length]) // max(1, len(sides)))

    async def write(name: str) -> chart.SectionWritten:
        facts = tuple(mission.facts_of(name)) if name else mission.active
        sources = mission.sources_of(facts)
        core, asked = mission.core_question, mission.asked_in
        if name:
            section = SectionQuestion(core, sides[name], facts, sources, asked, share, language)
            written, by = await ctx.ask_by(SECTION_WRITER, section)
        else:
            question = BottomQuestion(
                core, mission.dimensions, facts, sources, mission.unsettled, _overruled(mission), asked,
                BOTTOM[length], language,
            )  # fmt: skip
            written, by = await ctx.ask_by(BOTTOM_LINE, question)
        return chart.SectionWritten(name, written.claims, written.answered, by, written.table)

    drafts = await ctx.each(["", *sides], write, key=str)  # what matters most is paid for first
    written, support = await supporting.judged(mission, drafts, ctx)
    for section in written:
        async with ctx.scope(section.name):
            await ctx.emit(section)
    claims = [claim for section in written for claim in section.claims]
    cells = [cell for section in written if section.table for cell in section.table.said]
    shown = {name for claim in claims for name in claim.facts} | {name for cell in cells for name in cell.facts}
    shown |= {name for one in mission.divergences.values() for name in (one.a, one.b)}
    return chart.ReportWritten(
        len(claims), tuple(sorted(shown)), ctx.budget.spent.tokens, ctx.unpaid_of(ctx.record.unasked),
        ctx.answered_instead, support, ctx.not_done,
    )  # fmt: skip


def _overruled(mission: Mission) -> tuple[tuple[str, Fact], ...]:
    """Return, for each settled contradiction, the id of the fact that was preferred and the other one."""
    settled = (one for name, one in mission.resolutions.items() if name in mission.divergences)
    return tuple((one.preferred, mission.facts[one.deprecated]) for one in settled if one.preferred and one.deprecated)
