"""Notes: what happens in each state, in the chart's order."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TypeVar

from indagate.errors import InputError
from indagate.flow import Context
from indagate.flows.notes import context, tools
from indagate.flows.notes.amendment import amendment_of, command_of
from indagate.flows.notes.chart import (
    Ask,
    Asked,
    BothReady,
    ClarificationNeeded,
    Drafted,
    EnoughKnown,
    Expanded,
    ExpansionRequested,
    FailedOver,
    FailedRetry,
    FoundInsufficient,
    FoundSufficient,
    Kept,
    LogReady,
    Observed,
    Parsed,
    Passed,
    QueryReady,
    RetrievalPlanned,
    Retrieved,
    Routed,
    Stored,
)
from indagate.flows.notes.domain import Domain, usable
from indagate.flows.notes.entry import Reading
from indagate.flows.notes.learning import lessons, told_of_self
from indagate.flows.notes.query import Cited, Found, Query
from indagate.flows.notes.reading import read_many
from indagate.flows.notes.record import MAX_CLARIFICATIONS, MAX_EXPANSIONS, MAX_REPLANS, MAX_RETRIES, Notes, NotesInput
from indagate.flows.notes.roles import ANALYST, CLARIFIER, EVALUATOR, OBSERVER, PARSER, PLANNER, ROUTER, WRITER
from indagate.flows.notes.roles.analyst import AnalysisQuestion
from indagate.flows.notes.roles.clarifier import MOST_ASKS, ClarifyQuestion
from indagate.flows.notes.roles.evaluator import EvaluationQuestion, refused
from indagate.flows.notes.roles.observer import Learnt, ObserveQuestion
from indagate.flows.notes.roles.parser import ParseQuestion
from indagate.flows.notes.roles.planner import PlanQuestion
from indagate.flows.notes.roles.router import Route, RouteQuestion, needed
from indagate.flows.notes.roles.router import route as sort_input
from indagate.flows.notes.roles.writer import WriteQuestion
from indagate.flows.notes.shortform import read_note
from indagate.flows.notes.supporting import askable, judged, learnable, remarks
from indagate.flows.notes.wording import shown
from indagate.models import RULE, Role

RECENT = 5
"""Notes written last that the router is shown, so that it can tell what a correction is of."""
Q = TypeVar("Q")
A = TypeVar("A")


async def _ask(ctx: Context[Notes], role: Role[Q, A], question: Q) -> tuple[A, str, str]:
    """Ask a role that has a rule; where its model fails the rule answers. Return answer, who gave it, and a warning."""
    found, by = await ctx.ask_by(role, question)
    stood_in = by == RULE and ctx.answered_by(role) != RULE
    return found, by, f"the {role.name}'s model gave no usable answer, so a rule answered" if stood_in else ""


async def _ask_if_model(ctx: Context[Notes], role: Role[Q, A], question: Q) -> A | None:
    """Ask a role that only enriches or checks; None without a model, or where the model fails."""
    found = await ctx.consult(role, question)
    return found[0] if found else None


def _modules(ctx: Context[Notes]) -> dict[str, Domain]:
    return usable(ctx.home.root)[0]


def _loaded(notes: Notes, ctx: Context[Notes]) -> tuple[Domain, ...]:
    """Return the modules that are loaded; general always is."""
    modules = _modules(ctx)
    return tuple(modules[name] for name in dict.fromkeys(["general", *notes.domains]) if name in modules)


def _known(ctx: Context[Notes]) -> str:
    """Return what is remembered of the person as of the day that is meant by today, as a prompt shows it."""
    return context.render(context.known(ctx.home.root, ctx.record.input.as_of).learnt)


async def route(notes: Notes, ctx: Context[Notes]) -> Routed:
    """Find out what the input is, and which domains it needs."""
    given = notes.input
    if given.mode == "read":
        return Routed("LOG", (), reason="notes are read")
    modules, faults = usable(ctx.home.root)
    unknown = [name for name in given.domains if name not in modules]
    if unknown:
        raise InputError(f"there is no domain {unknown[0]!r}", hint=f"There are: {', '.join(sorted(modules))}.")
    faults = tuple(f"A domain module is not used: {fault}" for fault in faults)
    domains = tuple(modules.values())
    if given.mode != "tell":  # the mode says what the input is
        kind = {"log": "LOG", "ask": "QUERY", "correct": "CORRECTION"}[given.mode]
        own = given.domains or needed(given.text, domains)
        note, question = ("", given.text) if kind == "QUERY" else (given.text, "")
        return Routed(kind, own, note, question, "", RULE, faults)  # type: ignore[arg-type]
    found, by, warning = await _routed(given, domains, ctx)
    note = found.note
    if found.input_type == "CORRECTION":
        note = await ctx.call(tools.amending_line, ctx.home, found.place, note, given.as_of)
    warnings = (*faults, warning) if warning else faults
    own = given.domains or found.domains or ("general",)
    return Routed(found.input_type, own, note, found.question, found.reason, by, warnings)


async def _routed(given: NotesInput, domains: tuple[Domain, ...], ctx: Context[Notes]) -> tuple[Route, str, str]:
    """Return how an input is sorted, by whom, and a warning; a command such as `undo` needs no model."""
    asked = RouteQuestion(given.text, given.as_of, domains)
    if ctx.answered_by(ROUTER) == RULE or command_of(given.text) is not None:
        return sort_input(asked), RULE, ""
    latest = await ctx.call(tools.latest_notes, ctx.home, given.as_of, RECENT)
    words = await ctx.call(
        tools.search_notes, ctx.home, Query("words", given.text), [one.name for one in domains], given.as_of
    )
    recent = {note.place: note.text for note in latest}
    recent |= {f"{note.date}:{note.line}": note.text for note in words.near[:RECENT]}
    return await _ask(ctx, ROUTER, replace(asked, recent=tuple(recent.items()), before=given.before))


async def build_context(notes: Notes, ctx: Context[Notes]) -> QueryReady | LogReady | BothReady:
    """Put the loaded domains together; once the note of a BOTH is under way, only the question goes on."""
    names = tuple(domain.name for domain in _loaded(notes, ctx) if domain.name in notes.domains)
    if notes.input_type in {"LOG", "CORRECTION"}:
        return LogReady(names)
    asks = notes.input_type in {"QUERY", "NOTHING"}
    return QueryReady(names) if asks or notes.forked else BothReady(names)


async def plan(
    notes: Notes, ctx: Context[Notes]
) -> RetrievalPlanned | ExpansionRequested | ClarificationNeeded | EnoughKnown:
    """Decide what comes next; every way round has its cap."""
    assert notes.routed is not None
    if notes.input_type == "NOTHING":
        return EnoughKnown()
    loaded = _loaded(notes, ctx)
    others = tuple(domain for domain in _modules(ctx).values() if domain not in loaded)
    by_model = ctx.answered_by(PLANNER) != RULE
    tables = await ctx.call(tools.described_tables, ctx.home, notes.input.as_of) if by_model else ""
    question = PlanQuestion(
        notes.routed.question, notes.routed.note if notes.input_type == "BOTH" else "", notes.input.as_of,
        loaded, others, tables, tuple(notes.tried), shown(notes.found), tuple(notes.told), notes.failing,
        notes.clarified, _known(ctx) if by_model else "", notes.input.before, notes.input.before_sql,
    )  # fmt: skip
    found, by, warning = await _ask(ctx, PLANNER, question)
    if found.step == "expand" and found.domain in {one.name for one in others} and notes.expansions < MAX_EXPANSIONS:
        return ExpansionRequested(found.domain, found.reason)
    if found.step == "clarify" and found.gaps and notes.clarified < MAX_CLARIFICATIONS:
        return ClarificationNeeded(found.gaps[:MOST_ASKS])
    units = context.units(ctx.home.root, notes.input.as_of)
    queries = tuple(replace(query, units=units) for query in found.queries)
    fresh = tuple(query for query in queries if query not in notes.tried)
    if found.step == "retrieve" and fresh and notes.replans + notes.retries <= MAX_REPLANS:
        return RetrievalPlanned(fresh, found.reason, warning)
    return EnoughKnown(remarks(found.gaps, by, notes))


async def retrieve(notes: Notes, ctx: Context[Notes]) -> Retrieved:
    """Search for every query, side by side; a note that came with the question is stored first."""
    if notes.forked:
        await ctx.until(Stored)
    names = [domain.name for domain in _loaded(notes, ctx)]

    async def search(query: Query) -> Found:
        return await ctx.call(tools.search_notes, ctx.home, query, names, notes.input.as_of)

    return Retrieved(tuple(await ctx.each(notes.queries, search, key=lambda one: f"{notes.queries.index(one)}")))


async def analyze(notes: Notes, ctx: Context[Notes]) -> FoundSufficient | FoundInsufficient | ExpansionRequested:
    """Judge whether what was found is enough; without a model it is what there is."""
    modules = _modules(ctx)
    others = tuple((name, domain.description) for name, domain in modules.items() if name not in notes.domains)
    question = AnalysisQuestion(
        notes.routed.question if notes.routed else "", shown(notes.found), tuple(notes.domains), others,
        tuple(notes.told), notes.replans,
    )  # fmt: skip
    found = await _ask_if_model(ctx, ANALYST, question)
    if found is None:
        return FoundSufficient()
    for gap in found.gaps:
        known = gap.suspected_domain in modules and gap.suspected_domain not in notes.domains
        if gap.outside_current_expertise and known and notes.expansions < MAX_EXPANSIONS:
            return ExpansionRequested(gap.suspected_domain, gap.text)
    gaps = remarks([gap.text for gap in found.gaps], ctx.answered_by(ANALYST), notes)
    if found.verdict == "INSUFFICIENT" and notes.replans < MAX_REPLANS:
        return FoundInsufficient("; ".join(gaps) or "it is not enough")
    return FoundSufficient(gaps)


async def expand_domain(notes: Notes, ctx: Context[Notes]) -> Expanded:
    """Load the domain that was asked for."""
    return Expanded(notes.expanding)


async def clarify(notes: Notes, ctx: Context[Notes]) -> Asked:
    """Put what only the user can know into at most three questions."""
    assert notes.routed is not None
    question = ClarifyQuestion(notes.routed.question, notes.wanted, _loaded(notes, ctx))
    found = await _ask_if_model(ctx, CLARIFIER, question)
    why = "only you can know it"
    asks = askable(found.asks[:MOST_ASKS], notes) if found else ()
    asks = asks or askable([Ask(gap, why) for gap in notes.wanted], notes)
    return Asked(asks or (Ask(f"Say more of this, please: {question.text}", why),))


async def synthesize(notes: Notes, ctx: Context[Notes]) -> Drafted:
    """Write the answer from what was computed."""
    assert notes.routed is not None
    if notes.input_type == "NOTHING":
        return Drafted((), ())
    by_model = ctx.answered_by(WRITER) != RULE
    question = WriteQuestion(
        notes.routed.question, notes.found, shown(notes.found), tuple(notes.told), tuple(notes.gaps), notes.declined,
        _loaded(notes, ctx), _known(ctx) if by_model else "", notes.failing,
    )  # fmt: skip
    found, by, warning = await _ask(ctx, WRITER, question)
    cited = {(one.date, one.line): one for result in notes.answers for one in result.cited}
    if by != RULE and not cited:
        cited = {(one.date, one.line): one for result in notes.found for one in result.near}
    return await judged(notes, found, by, question, tuple(cited.values()), warning, ctx)


async def evaluate(notes: Notes, ctx: Context[Notes]) -> Passed | FailedRetry | FailedOver:
    """Judge the answer in four dimensions; a sentence that fails never gets out."""
    assert notes.routed is not None
    question = EvaluationQuestion(
        notes.routed.question, notes.sentences, shown(notes.found), tuple(notes.told), tuple(notes.gaps),
        _loaded(notes, ctx), _known(ctx) if notes.written_by != RULE else "",
    )  # fmt: skip
    failing = by_rule = refused(question)
    if notes.written_by != RULE or ctx.answered_by(EVALUATOR) == RULE:
        found = await _ask_if_model(ctx, EVALUATOR, question)
        failing += tuple(one for one in (found.failing if found else ()) if one not in failing)
    if not failing:
        return Passed()
    if notes.retries < MAX_RETRIES and notes.written_by != RULE:
        return FailedRetry(failing)
    by = [RULE if one in by_rule else ctx.answered_by(EVALUATOR) for one in failing]
    told = (remarks([one.reason], who, notes) for one, who in zip(failing, by, strict=True))
    return FailedOver(tuple(replace(one, reason=why) for one, (why,) in zip(failing, told, strict=True)))


async def parse(notes: Notes, ctx: Context[Notes]) -> Parsed:
    """Put the note into the notebook, whatever comes then; and read what it tells."""
    assert notes.routed is not None
    modules = tuple(_modules(ctx).values())
    known = _known(ctx) if ctx.answered_by(PARSER) != RULE else ""
    if notes.input.mode == "read":
        return await read_many(notes, ctx, modules, known)
    kept = await ctx.call(tools.append_note, ctx.home, notes.input.as_of, notes.routed.note, ctx.run_name)
    await ctx.emit(kept)
    text, day = _told(kept)
    if not text:
        return Parsed(Reading())
    found, by, warning = await _ask(ctx, PARSER, ParseQuestion(((day, text),), modules, known))
    if found.spoilt:  # it read values, and none of them stands in the note
        return Parsed(
            read_note(text, day, modules), RULE, f"the model read what is not in the note: {found.refused[0]}"
        )
    reading = found.readings[0]
    offers = tuple(one.command for one in lessons(text, day, modules)) if by == RULE and reading.unread else ()
    return Parsed(reading, by, warning, offers=offers)


def _told(kept: Kept) -> tuple[str, date]:
    """Return the text of a line and the day that it tells of: of a correction the new text, of a deletion nothing."""
    amends = amendment_of(kept.text)
    return (kept.text, kept.day) if amends is None else (amends.text, amends.day)


async def store(notes: Notes, ctx: Context[Notes]) -> Stored:
    """Keep what a model read beside the notebook; what is of the short form can be read again at any time."""
    assert notes.reading is not None
    kept = notes.kept
    if kept is None:  # the readings of many notes are kept batch by batch
        return Stored(notes.input.as_of, 0, "")
    if notes.parsed_by == RULE:
        return Stored(kept.day, kept.line, kept.text)
    text, day = _told(kept)
    await ctx.call(tools.keep_reading, ctx.home, day, kept.line, text, notes.parsed_by, notes.reading)
    return Stored(kept.day, kept.line, kept.text)


async def observe(notes: Notes, ctx: Context[Notes]) -> Observed:
    """Remember what is worth it: after a question, after a correction, after a significant note."""
    trigger = {"QUERY": "post_query", "BOTH": "post_query", "CORRECTION": "user_correction"}.get(notes.input_type)
    triggers, marks = [trigger] if trigger else [], list[str]()
    stored = Cited(notes.stored.day, notes.stored.line, notes.stored.text) if notes.stored else None
    if stored is not None and notes.input_type != "CORRECTION" and notes.kept is not None:
        marks = await _marks(notes, ctx)
        if marks or (notes.reading is not None and not notes.reading.counted):
            triggers.append("significant_log")
    source = f"{stored.date}:{stored.line}" if stored else ctx.run_name
    said = told_of_self(stored.text, source, notes.input.as_of) if stored else None
    if said is not None:
        triggers.append("significant_log")
    if not triggers:
        return Observed(())
    asked = ObserveQuestion(
        tuple(dict.fromkeys(triggers)), notes.input.text, stored, tuple(marks), shown(notes.found), notes.input.as_of,
        ctx.run_name, _known(ctx),
    )  # fmt: skip
    found = await _ask_if_model(ctx, OBSERVER, asked)
    learnt = [Learnt("insight", mark.partition(":")[0], mark, 1.0, source, notes.input.as_of) for mark in marks]
    learnt += [said] if said else []
    learnt += await learnable(found.learnt, stored.text if stored else "", notes, ctx) if found else []
    if stored is not None and (amends := amendment_of(stored.text)) is not None:
        await ctx.call(tools.forget, ctx.home, f"{amends.day}:{amends.line}", notes.input.as_of)
    kept = await ctx.call(tools.remember, ctx.home, ctx.run_name, learnt) if learnt else context.Remembered()
    return Observed(tuple(triggers), tuple(one.text for one in learnt), kept.archived, kept.aside)


async def _marks(notes: Notes, ctx: Context[Notes]) -> list[str]:
    """Return what is significant about the stored note; only what its domains name is looked into."""
    assert notes.stored is not None and notes.reading is not None
    modules = _modules(ctx)
    watched = {rule.activity for domain in modules.values() for rule in domain.significant}
    if not any(entry.what in watched for entry in notes.reading.counted):
        return []
    return await ctx.call(tools.weigh_note, ctx.home, notes.stored.day, notes.stored.line)
