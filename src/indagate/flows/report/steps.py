"""Report: what happens in each phase, in the chart's order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from indagate.errors import BudgetSpent, EffectError, ModelDown, SearchDown
from indagate.flow import Context
from indagate.flows.report import ask, compose, opening, phases, remote, review, sourcing, supporting
from indagate.flows.report.admission import take_in
from indagate.flows.report.chart import (
    Aggregated,
    AggregatedDeep,
    AllTasksDone,
    Briefed,
    ChartsLookedAt,
    ContextGathered,
    CoverageBelow,
    CoverageReached,
    CoverageReachedDeep,
    DataOpened,
    EarlierTaken,
    Edited,
    Planned,
    Reported,
    SeriesFetched,
    StoryLined,
    TaskBegun,
    TaskDone,
)
from indagate.flows.report.editing import Desk as EditDesk
from indagate.flows.report.editing import claims_of, names_of, reworded
from indagate.flows.report.executing import Executing
from indagate.flows.report.files import (
    DEPTHS,
    SURVEYED,
    Aspect,
    Brief,
    Coverage,
    Entity,
    InitialContext,
    Plan,
    Preferences,
    QuestionsPlan,
    ScopeItem,
    Task,
)
from indagate.flows.report.gallery import gallery
from indagate.flows.report.keeping import series_of
from indagate.flows.report.layout import layouts
from indagate.flows.report.offline import sketches
from indagate.flows.report.printing import Request
from indagate.flows.report.record import Report
from indagate.flows.report.roles import (
    AGGREGATOR,
    BRIEF,
    CHART_ANALYZER,
    CONTEXT,
    EDITOR,
    PLANNER,
    QUESTIONS,
    REPORTER,
    STORY_LINER,
)
from indagate.flows.report.speech import language_of
from indagate.flows.report.tabling import in_words, with_tables
from indagate.flows.report.text import (
    Aggregation,
    Change,
    ChartData,
    ChartsAnalyzed,
    Citations,
    Claim,
    Glossary,
    Insight,
    NarrativeArc,
    SectionText,
    Story,
    Thesis,
)
from indagate.flows.report.work import draw, open_data, survey_documents, take_earlier, write_files
from indagate.flows.report.writing import head as own_head
from indagate.flows.report.writing import strange_parts
from indagate.models import RULE
from indagate.tools.series import fetch_series
from indagate.tools.tables.table import Catalog, DataFile

TaskKind = Literal["overview", "data", "research"]
_KINDS: Mapping[Aspect, TaskKind] = {"overview": "overview", "documents": "research"}
_DESCRIPTIVE = ("summary", "distribution", "outlier", "level", "growth", "mix", "steadiness", "relation", *SURVEYED)
CHARTS = {"executive": 2, "standard": 6, "thorough": 10, "deep_dive": 12}
"""Figures that a report has at most, unless the query says how many."""


async def initial_research(report: Report, ctx: Context[Report]) -> ContextGathered:
    """Read the tables, survey the documents, and say what there is."""
    given, home = report.input, ctx.home
    more: list[DataFile] = []
    if given.earlier:
        earlier = await ctx.call(take_earlier, home, given.earlier)
        report = await ctx.emit(EarlierTaken(given.continues, earlier.results, earlier.data, earlier.series))
        more += earlier.data.files
    for word in given.remote:
        try:
            held = await ctx.call(fetch_series, home, given.allow_hosts, word)
        except BudgetSpent:
            break  # which ones were not fetched is said in the limitations
        report = await ctx.emit(SeriesFetched(held))
        more.append(remote.as_file(held))
    if given.data or (given.remote and more):
        opened = await ctx.call(open_data, home, given.data, tuple(more))
        report = await ctx.emit(DataOpened(opened.data, opened.seconds))
    documents = 0
    titles: tuple[str, ...] = ()
    if given.corpus:
        surveyed = await ctx.call(survey_documents, home, given.corpus)
        documents, titles = surveyed.documents, surveyed.titles
    data = report.data or Catalog((), ())
    language = language_of(given.query, given.language)
    tables = sketches(data, layouts(data, language, given.query), given.query)
    notes = await ctx.ask(CONTEXT, ask.ContextQuestion(given.query, language, tables, titles))
    entities = (
        *(Entity(table.name, "table") for table in tables),
        *(Entity(name, "measure") for name in notes.names),
        *(Entity(title, "document") for title in titles[:20]),
    )
    return ContextGathered(
        InitialContext(
            given.query, language, notes.key_facts, entities, notes.tags, notes.questions, data, documents, titles
        )
    )


async def brief_builder(report: Report, ctx: Context[Report]) -> Briefed:
    """Settle goal, depth, style, files and topics."""
    context = report.desk("brief_builder", ctx.store).read(phases.CONTEXT, InitialContext)
    given = report.input
    tables = sketches(context.data, layouts(context.data, context.language, context.query), context.query)
    asked = ask.BriefQuestion(
        context.query, context.language, given.depth, given.style, tables, context.documents,
        context.preliminary_questions,
    )  # fmt: skip
    draft = await ctx.ask(BRIEF, asked)
    formats = tuple(dict.fromkeys(("html", *given.formats)))
    depth = next((one for one in DEPTHS if one == given.depth), draft.depth)
    preferences = Preferences(given.style or draft.style, depth, formats, draft.tone, context.language)
    return Briefed(Brief(draft.goal, preferences, draft.scope_items, draft.constraints, draft.triggers, draft.charts))


async def planning(report: Report, ctx: Context[Report]) -> Planned:
    """Make the tasks."""
    desk = report.desk("planning", ctx.store)
    brief, context = desk.read(phases.BRIEF, Brief), desk.read(phases.CONTEXT, InitialContext)
    limits = DEPTHS[brief.preferences.depth]
    tables = sketches(context.data, layouts(context.data, context.language, context.query), context.query)
    done = tuple(report.results)
    drafts = await ctx.ask(PLANNER, ask.PlanQuestion(brief.goal, brief.scope_items, limits.tasks, tables, done))
    tasks = numbered(drafts, brief.scope_items, report)
    return Planned(
        Plan(
            tuple(task for task in tasks if task.kind == "overview"),
            tuple(task for task in tasks if task.kind == "data"),
            tuple(task for task in tasks if task.kind == "research"),
        )
    )  # fmt: skip


def numbered(drafts: ask.TaskDrafts, items: tuple[ScopeItem, ...], report: Report) -> tuple[Task, ...]:
    """Give tasks their ids: o1, d1, r1 and on; `c_` in front in a follow-up."""
    before = "c_" if report.input.continues else ""
    scopes = {item.id: item for item in items}
    known = list(report.tasks)
    tasks = []
    for draft in drafts.tasks:
        kind: TaskKind = _KINDS.get(draft.aspect, "data")
        if kind == "research" and not report.input.corpus:
            continue
        letter = f"{before}{kind[0]}"
        name = f"{letter}{1 + sum(one.startswith(letter) and one[len(letter) :].isdigit() for one in known)}"
        known.append(name)
        item = scopes[draft.scope]
        tables = draft.tables or (item.tables if kind != "research" else ())
        tasks.append(Task(name, kind, draft.scope, draft.aspect, draft.description, tables, item.measures))
    return tuple(tasks)


async def execution(report: Report, ctx: Context[Report]) -> AllTasksDone:
    """Do every pending task, in parallel; one that fails says why and fails alone."""
    desk = report.desk("execution", ctx.store)
    working = Executing(ctx, desk.read(phases.BRIEF, Brief), desk.read(phases.CONTEXT, InitialContext))

    async def one(name: str) -> None:
        task = report.tasks[name]
        await ctx.emit(TaskBegun(name))
        try:
            kept = await working.do(task)
        except (ModelDown, SearchDown):
            raise
        except BudgetSpent:
            kept = await working.failed(task, compose.phrase("spent", working.language))
        except EffectError as failure:
            kept = await working.failed(task, failure.message)
        await ctx.emit(TaskDone(kept))

    await ctx.each(tuple(report.pending), one, key=str, limit=2)
    return AllTasksDone()


async def questions_review(
    report: Report, ctx: Context[Report]
) -> CoverageBelow | CoverageReachedDeep | CoverageReached:
    """Compute the coverage; below target, and with questions left, plan tasks that may close them."""
    desk = report.desk("questions_review", ctx.store)
    brief, results = desk.read(phases.BRIEF, Brief), desk.read(phases.RESULTS, dict)
    context = desk.read(phases.CONTEXT, InitialContext)
    limits = DEPTHS[brief.preferences.depth]
    current, items = review.coverage(brief, results, context.data)
    open_ = tuple((item.scope, aspect) for item in items for aspect in item.open)
    tried = {(task.scope, task.aspect) for task in report.tasks.values()}
    left = tuple(pair for pair in open_ if pair not in tried)
    reason = "target reached" if current >= limits.target else "no round is left" if left else "nothing is left to ask"
    if current < limits.target and left and report.round < limits.rounds and not ctx.budget.turning:
        asked = ask.OpenQuestion(brief.goal, left, brief.scope_items, limits.tasks, current, limits.target)
        drafts = await ctx.ask(QUESTIONS, asked)
        tasks = numbered(drafts, brief.scope_items, report)
        if tasks:
            coverage = Coverage(
                round(current, 4), limits.target, report.round, items, f"{len(left)} questions are open"
            )
            plan = QuestionsPlan(report.round + 1, f"{len(left)} questions are open", tasks)
            return CoverageBelow(coverage, plan)
    coverage = Coverage(round(current, 4), limits.target, report.round, items, reason)
    language = brief.preferences.language
    found = review.found_in(results.values(), context.data, language, context.query)
    depth = brief.preferences.depth
    most = brief.charts or CHARTS[depth]
    opened = opening.takeaways(found, list(results.values()), context.query, language)
    first = [name for claim in opened for name in claim.findings[:2]]
    drawn = gallery(list(results.values()), found.findings, found.titles, language, most, first)
    charts = ChartData(remote.attributed(drawn, report.series, language))
    deep = depth == "deep_dive"
    return CoverageReachedDeep(coverage, charts) if deep else CoverageReached(coverage, charts)


async def chart_analysis(report: Report, ctx: Context[Report]) -> ChartsLookedAt:
    """Draw the figures as pages, and read them."""
    desk = report.desk("chart_analysis", ctx.store)
    charts, results = desk.read(phases.CHARTS, ChartData), list(desk.read(phases.RESULTS, dict).values())
    brief = desk.read(phases.BRIEF, Brief)
    language = brief.preferences.language
    printed = await ctx.call(draw, ctx.home, charts.charts, series_of(results), language)
    found = review.found_in(results, report.data or Catalog((), ()), language, report.input.query)
    shown = tuple((chart.id, chart.title) for chart in charts.charts)
    told = found.told(one for one in found.findings if one.figure in {name for name, _ in shown})
    asked = ask.ChartsQuestion(language, shown, told)
    read = await ctx.consult(CHART_ANALYZER, asked)
    readings = await supporting.supported_readings(asked, *read, ctx) if read else ask.ChartReadings(())
    insights = tuple(
        Insight(one.chart, one.text, one.findings)
        for one in readings.insights
        if one.chart in dict(shown)
        and all(name in found.claims for name in one.findings)
        and not strange_parts(one.text, [found.claims[name].text for name in one.findings])
    )
    return ChartsLookedAt(ChartsAnalyzed(insights), printed.files)


async def story_lining(report: Report, ctx: Context[Report]) -> StoryLined:
    """Fix the outline: thesis, arc, figures, order of sections."""
    desk = report.desk("story_lining", ctx.store)
    brief, results = desk.read(phases.BRIEF, Brief), list(desk.read(phases.RESULTS, dict).values())
    analyzed = desk.read(phases.ANALYZED, ChartsAnalyzed)
    charts = {chart.id for chart in desk.read(phases.CHARTS, ChartData).charts}
    found = review.found_in(results, report.data or Catalog((), ()), brief.preferences.language, report.input.query)
    topics = tuple((item.id, item.title) for item in brief.scope_items)
    asked = ask.StoryQuestion(
        brief.goal, brief.preferences.language, topics, found.told(found.findings[:60]),
        tuple(one.text for one in analyzed.insights),
    )  # fmt: skip
    read = await ctx.consult(STORY_LINER, asked)
    draft = read[0] if read else ask.StoryDraft("", "", "", (), "", (), ())
    nothing = compose.silence(None, found, results, brief.preferences.language)

    def claim(name: str) -> Claim:
        return found.claims.get(name, nothing)

    arc = NarrativeArc(
        claim(draft.hook), claim(draft.context), tuple(claim(n) for n in draft.development), claim(draft.climax)
    )
    order = [name for name in draft.section_order if name in dict(topics)]
    order += [name for name, _ in topics if name not in order]
    placed = tuple(one for one in draft.chart_placements if one.chart in charts)
    return StoryLined(Story(Thesis(brief.goal, claim(draft.answer)), arc, placed, tuple(order)))


async def aggregation(report: Report, ctx: Context[Report]) -> AggregatedDeep | Aggregated:
    """Write the sections from their findings, then what goes around them."""
    desk = report.desk("aggregation", ctx.store)
    brief, context = desk.read(phases.BRIEF, Brief), desk.read(phases.CONTEXT, InitialContext)
    results = list(desk.read(phases.RESULTS, dict).values())
    charts = desk.read(phases.CHARTS, ChartData)
    story = desk.read_if_there(phases.STORY, Story)
    language = brief.preferences.language
    found = review.found_in(results, context.data, language, context.query)
    items = {item.id: item for item in brief.scope_items}
    order = [items[name] for name in story.section_order] if story else list(brief.scope_items)
    order = [item for item in order if not opening.is_idle(item, results, context.query)]
    drawn = {chart.id for chart in charts.charts}
    takeaways = opening.takeaways(found, results, context.query, language)
    names = names_of(report, results)

    async def write(item: ScopeItem) -> tuple[SectionText, tuple[Change, ...]]:
        told = tuple(
            one if one.chart in drawn else replace(one, chart="")
            for one in found.told(in_words(found.of(item.id), drawn, takeaways))
            if one.kind not in ("summary", "missing")
        )
        asked = ask.SectionQuestion(brief.goal, language, item.title, item.question, told)
        draft, by = await ctx.ask_by(AGGREGATOR, asked) if told else (ask.SectionDraft(()), RULE)
        draft, said, unsaid = await supporting.supported_section(asked, draft, by, item.id, ctx)
        section, left = take_in(item, draft, found, results, drawn, names, language, said)
        return with_tables(section, found, results, language), (*unsaid, *left)

    written = await ctx.each(order, write, key=lambda item: item.id)
    sections, changes = [one for one, _ in written], tuple(change for _, left in written for change in left)
    if context.data.tables:
        sections.insert(0, compose.data_section(found, results, context.data, language))
    title = ask.HeadQuestion(context.query, brief.goal, language, tuple(one.text for one in takeaways))
    head, by = await ctx.ask_by(REPORTER, title)
    head = await supporting.supported_head(title, head, own_head(title), by, ctx)
    public = tuple(one for one in found.findings if one.kind not in _DESCRIPTIVE)
    written_claims = [claim for section in sections for passage in section.passages for claim in passage.claims]
    cited = sourcing.citations(context.data, found, results, language, report.series, report.today)
    limits = (
        *compose.limitations(context.data, results, review.untold(context.data, brief), language),
        *remote.remarks(report.series.values(), cited.sources, language),
        *sourcing.unitless(context.data, found, language),
        *opening.unweighted(found, public, language),
        *opening.too_short(found, results, language),
        *compose.unfetched(report.unfetched, language),
        *compose.struck_out(changes, language),
    )
    limits = compose.by_others(limits, ctx.unpaid_of(ctx.record.unasked), ctx.answered_instead, language)
    text = Aggregation(
        head.title, head.subtitle, takeaways, opening.headlines(found, takeaways, results, language), tuple(sections),
        opening.recommendations(found, takeaways, results, language, written_claims), limits,
        public, compose.issues(context.data, found.findings), changes,
    )  # fmt: skip
    used = {passage.chart for section in sections for passage in section.passages if passage.chart}
    kept = ChartData(tuple(chart for chart in charts.charts if chart.id in used))
    made = (text, kept, cited, compose.glossary(found, [*takeaways, *written_claims], language))
    return AggregatedDeep(*made) if brief.preferences.depth == "deep_dive" else Aggregated(*made)


async def editing(report: Report, ctx: Context[Report]) -> Edited:
    """Recompute and cross-check every number, citation and figure, then mend the wording."""
    desk = report.desk("editing", ctx.store)
    text, brief = desk.read(phases.AGGREGATION, Aggregation), desk.read(phases.BRIEF, Brief)
    cited, charts = desk.read(phases.CITATIONS, Citations), desk.read(phases.CHARTS, ChartData)
    results = list(desk.read(phases.RESULTS, dict).values())
    language = brief.preferences.language
    calculations = {one.id: one for result in results for one in result.calculations}
    names = names_of(report, results)
    checking = EditDesk(
        calculations, names, {one.id for one in cited.sources}, {chart.id for chart in charts.charts}, language
    )
    text = checking.edit(text)
    kept = tuple(one for one in text.limitations if all(shown.calculation != compose.CHANGES for shown in one.shown))
    text = replace(text, limitations=(*kept, *compose.struck_out(text.changes, language)))
    claims = [claim for _, claim in claims_of(text)]
    sentences = tuple((number, claim.text) for number, claim in enumerate(claims))
    rewordings, by = await ctx.ask_by(EDITOR, ask.EditQuestion(language, sentences))
    rewordings, said = await supporting.supported_rewordings(claims, rewordings, by, ctx)
    limits = compose.by_others(text.limitations, ctx.unpaid_of(ctx.record.unasked), ctx.answered_instead, language)
    text = replace(text, limitations=limits)
    return Edited(reworded(text, claims, rewordings, names, said))


async def reporting(report: Report, ctx: Context[Report]) -> Reported:
    """Write the report's files."""
    desk = report.desk("reporting", ctx.store)
    brief, text = desk.read(phases.BRIEF, Brief), desk.read(phases.AGGREGATION, Aggregation)
    charts, cited = desk.read(phases.CHARTS, ChartData), desk.read(phases.CITATIONS, Citations)
    results = list(desk.read(phases.RESULTS, dict).values())
    style, folder = _style(brief.preferences.style)
    request = Request(
        desk.read(phases.CONTEXT, InitialContext).query, brief.preferences.language, style, folder,
        report.today, brief.preferences.depth == "deep_dive", text, charts.charts, series_of(results), cited,
        desk.read(phases.GLOSSARY, Glossary), brief.preferences.formats,
    )  # fmt: skip
    printed = await ctx.call(write_files, ctx.home, request, 600.0)
    return Reported(printed.files, printed.missing)


def _style(wanted: str) -> tuple[str, str]:
    """Return a style's name and the folder it is in, where the user gave a folder."""
    path = Path(wanted)
    return (path.name, str(path.parent)) if len(path.parts) > 1 else (wanted, "")
