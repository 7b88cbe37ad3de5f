"""Notes: what happens in each state, in the chart's order."""

from __future__ import annotations

from indagate.errors import InputError
from indagate.flows.notes import context
from indagate.flows.notes.ask import (
    AnalysisQuestion,
    ClarifyQuestion,
    EvaluationQuestion,
    ObserveQuestion,
    ParseQuestion,
    PlanQuestion,
    RouteQuestion,
    WriteQuestion,
)
from indagate.flows.notes.chart import (
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
from indagate.flows.notes.offline import judge
from indagate.flows.notes.offline import route as rule
from indagate.flows.notes.query import Answered, Cited, Query, Result
from indagate.flows.notes.record import MAX_CLARIFICATIONS, MAX_EXPANSIONS, MAX_REPLANS, MAX_RETRIES, Notes
from indagate.flows.notes.roles import ANALYST, CLARIFIER, EVALUATOR, OBSERVER, PARSER, PLANNER, ROUTER, WRITER
from indagate.flows.notes.tools import append_note, remember, search_notes, weigh_note
from indagate.lab import Lab

MOST_ASKS = 3


def _modules(lab: Lab[Notes]) -> dict[str, Domain]:
    return usable(lab.home.root)[0]


def _loaded(notes: Notes, lab: Lab[Notes]) -> tuple[Domain, ...]:
    """Return the modules that are loaded; general always is."""
    all_ = _modules(lab)
    return tuple(all_[name] for name in dict.fromkeys(["general", *notes.domains]) if name in all_)


async def route(notes: Notes, lab: Lab[Notes]) -> Routed:
    """Find out what the input is, and which domains it needs."""
    given = notes.input
    all_, faults = usable(lab.home.root)
    unknown = [name for name in given.domains if name not in all_]
    if unknown:
        raise InputError(f"there is no domain {unknown[0]!r}", hint=f"There are: {', '.join(sorted(all_))}.")
    question = RouteQuestion(given.text, given.mode, given.as_of, tuple(all_.values()))
    classify = given.mode == "tell"  # the other modes say themselves what the input is
    found = await lab.ask(ROUTER, question) if classify else rule.route(question)
    chosen = tuple(name for name in found.domains if name in all_)
    note, asks = found.note, found.question
    if found.input_type != "QUERY" and not note.strip():
        note = given.text
    if found.input_type in {"QUERY", "BOTH"} and not asks.strip():
        asks = given.text
    mind = lab.mind(ROUTER) if classify else "offline"
    return Routed(found.input_type, given.domains or chosen or ("general",), note, asks, found.reason, mind, faults)


async def build_context(notes: Notes, lab: Lab[Notes]) -> QueryReady | LogReady | BothReady:
    """Put the loaded domains together; once the note of a BOTH is under way, only the question goes on."""
    names = tuple(one.name for one in _loaded(notes, lab) if one.name in notes.domains)
    if notes.input_type in {"LOG", "CORRECTION"}:
        return LogReady(names)
    return QueryReady(names) if notes.input_type == "QUERY" or notes.forked else BothReady(names)


async def plan(
    notes: Notes, lab: Lab[Notes]
) -> RetrievalPlanned | ExpansionRequested | ClarificationNeeded | EnoughKnown:
    """Decide what comes next; every way round has its cap."""
    assert notes.routed is not None
    loaded = _loaded(notes, lab)
    others = tuple(one for one in _modules(lab).values() if one not in loaded)
    question = PlanQuestion(
        notes.routed.question, notes.routed.note if notes.input_type == "BOTH" else "", notes.input.as_of,
        loaded, others, tuple(notes.tried), _results(notes), tuple(notes.told), notes.failing, notes.clarified,
        _computed(notes, lab),
    )  # fmt: skip
    found = await lab.ask(PLANNER, question)
    if found.step == "expand" and found.domain in {one.name for one in others} and notes.expansions < MAX_EXPANSIONS:
        return ExpansionRequested(found.domain, found.reason)
    if found.step == "clarify" and found.gaps and notes.clarified < MAX_CLARIFICATIONS:
        return ClarificationNeeded(found.gaps[:MOST_ASKS])
    fresh = tuple(one for one in found.queries if one not in notes.tried)
    if found.step == "retrieve" and fresh and notes.replans <= MAX_REPLANS:
        return RetrievalPlanned(fresh, found.reason)
    return EnoughKnown(found.gaps)


def _results(notes: Notes) -> tuple[Result, ...]:
    return tuple(one.result for one in notes.answered)


def _computed(notes: Notes, lab: Lab[Notes]) -> tuple[str, ...]:
    """Return the results in words, with the notes that they rest on, as models are shown them."""
    return judge.computed(_results(notes), tuple(_modules(lab).values()))


async def retrieve(notes: Notes, lab: Lab[Notes]) -> Retrieved:
    """Search for every query, side by side; a note that came with the question is stored first."""
    if notes.forked:
        await lab.until(Stored)
    home = str(lab.home.root)

    async def search(query: Query) -> Answered:
        return await lab.call(search_notes, home, query)

    return Retrieved(tuple(await lab.each(notes.queries, search, key=lambda one: f"{notes.queries.index(one)}")))


async def analyze(notes: Notes, lab: Lab[Notes]) -> FoundSufficient | FoundInsufficient | ExpansionRequested:
    """Judge whether what was found is enough."""
    question = AnalysisQuestion(
        notes.routed.question if notes.routed else "",
        notes.answered,
        tuple(notes.domains),
        tuple(notes.told),
        notes.replans,
        _computed(notes, lab),
    )
    found = await lab.ask(ANALYST, question)
    for gap in found.gaps:
        known = gap.suspected_domain in _modules(lab) and gap.suspected_domain not in notes.domains
        if gap.outside_current_expertise and known and notes.expansions < MAX_EXPANSIONS:
            return ExpansionRequested(gap.suspected_domain, gap.text)
    if found.verdict == "INSUFFICIENT" and notes.replans < MAX_REPLANS:
        return FoundInsufficient("; ".join(gap.text for gap in found.gaps) or "it is not enough")
    return FoundSufficient(tuple(gap.text for gap in found.gaps))


async def expand_domain(notes: Notes, lab: Lab[Notes]) -> Expanded:
    """Load the domain that was asked for."""
    return Expanded(notes.expanding)


async def clarify(notes: Notes, lab: Lab[Notes]) -> Asked:
    """Put what only the user can know into at most three questions."""
    assert notes.routed is not None
    found = await lab.ask(CLARIFIER, ClarifyQuestion(notes.routed.question, notes.wanted, _loaded(notes, lab)))
    return Asked(found.asks[:MOST_ASKS])


async def synthesize(notes: Notes, lab: Lab[Notes]) -> Drafted:
    """Write the answer from what was computed."""
    assert notes.routed is not None
    known = context.render(context.known(lab.home.root).learnt) if lab.mind(WRITER) != "offline" else ""
    question = WriteQuestion(
        notes.routed.question, _results(notes), tuple(notes.told), tuple(notes.gaps), notes.declined,
        _loaded(notes, lab), known, notes.failing, _computed(notes, lab),
    )  # fmt: skip
    found = await lab.ask(WRITER, question)
    cited: dict[tuple[str, int], Cited] = {}
    for result in _results(notes):
        cited |= {(one.date.isoformat(), one.line): one for one in result.cited}
    mind = "offline" if WRITER.name in lab.by_rule else lab.mind(WRITER)
    return Drafted(tuple(s for s in found.sentences if s.strip()), tuple(cited.values()), mind)


async def evaluate(notes: Notes, lab: Lab[Notes]) -> Passed | FailedRetry | FailedOver:
    """Judge the answer in four dimensions; what fails safety never gets out."""
    assert notes.routed is not None
    question = EvaluationQuestion(
        notes.routed.question, notes.sentences, notes.evidence, _results(notes), tuple(notes.told), tuple(notes.gaps),
        _loaded(notes, lab), _computed(notes, lab),
    )  # fmt: skip
    failing = list((await lab.ask(EVALUATOR, question)).failing)
    if lab.mind(EVALUATOR) != "offline":  # the domains' rules and the check of numbers hold whoever judges
        failing += [one for one in judge.evaluate(question).failing if one not in failing]
    if not failing:
        return Passed()
    unsafe = any(one.dimension == "safety" for one in failing)
    if notes.retries >= MAX_RETRIES or (notes.written_by == "offline" and not unsafe):
        return FailedOver(tuple(failing))
    return FailedRetry(tuple(failing))


async def parse(notes: Notes, lab: Lab[Notes]) -> Parsed:
    """Read what the note tells."""
    assert notes.routed is not None
    question = ParseQuestion(notes.routed.note, notes.input.as_of, tuple(_modules(lab).values()))
    found = await lab.ask(PARSER, question)
    mind = "offline" if PARSER.name in lab.by_rule else lab.mind(PARSER)
    return Parsed(found.items, mind, judge.understood(found.items, question.domains))


async def store(notes: Notes, lab: Lab[Notes]) -> Stored:
    """Append the note to the notebook; a note that is there already is not written again."""
    assert notes.routed is not None
    kept = notes.input_type != "CORRECTION" and judge.supported(notes.items, notes.routed.note, _modules(lab).values())
    mind = notes.parsed_by if kept else "offline"  # corrections are worked out by rule
    return await lab.call(
        append_note, str(lab.home.root), notes.input.as_of, notes.routed.note, lab.run_name, mind, list(notes.items)
    )


async def observe(notes: Notes, lab: Lab[Notes]) -> Observed:
    """Remember what is worth it: after a question, after a correction, after a significant note."""
    triggers, marks = [], []
    if notes.input_type in {"QUERY", "BOTH"}:
        triggers.append("post_query")
    if notes.input_type == "CORRECTION":
        triggers.append("user_correction")
    stored = None
    if notes.stored is not None:
        stored = Cited(notes.stored.day, notes.stored.line, notes.stored.text)
        marks = (
            await lab.call(weigh_note, str(lab.home.root), notes.stored.day, notes.stored.line)
            if _may_matter(notes)
            else []
        )
        if marks or not notes.items or judge.tells_of_the_user(notes.stored.text):
            triggers.append("significant_log")
    if not triggers:
        return Observed(())
    question = ObserveQuestion(
        tuple(triggers),
        notes.input.text,
        stored,
        notes.items,
        tuple(marks),
        _results(notes),
        notes.input.as_of,
        lab.run_name,
        _computed(notes, lab),
    )
    found = await lab.ask(OBSERVER, question)
    kept = context.Remembered()
    if found.learnt:
        kept = await lab.call(remember, str(lab.home.root), lab.run_name, list(found.learnt))
    return Observed(tuple(triggers), tuple(one.text for one in found.learnt), kept.archived, kept.aside)


def _may_matter(notes: Notes) -> bool:
    return any(not item.why for item in notes.items)
