"""PLAN, ANALYZE and CLARIFY by rule: what to look for, whether it is enough, what only the user knows."""

from __future__ import annotations

from indagate.flows.notes.ask import (
    Analysis,
    AnalysisQuestion,
    Clarification,
    ClarifyQuestion,
    Gap,
    Plan,
    PlanQuestion,
)
from indagate.flows.notes.chart import Ask
from indagate.flows.notes.domain import Domain, Pattern
from indagate.flows.notes.lexicon import lexicon_of
from indagate.flows.notes.noun import is_noun
from indagate.flows.notes.offline.parse import parse
from indagate.flows.notes.offline.question import by_words, understand
from indagate.flows.notes.offline.questionword import GIVING
from indagate.flows.notes.offline.sought import Sought, sought
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Subject
from indagate.flows.notes.token import plain

MOST_ASKS = 3


def plan(asked: PlanQuestion) -> Plan:
    """Return what to do next."""
    query = _query(asked)
    missing = _not_loaded(asked, query)
    if missing:
        return Plan("expand", domain=missing, reason=f"the question speaks of {missing}")
    only_user = patterns(asked.text, asked.loaded)
    if only_user and not asked.told and not asked.asked:
        return Plan(
            "clarify", gaps=tuple(one.ask for one in only_user), reason="the notes cannot tell what the user wants"
        )
    if query not in asked.tried:
        return Plan("retrieve", (query,), reason=query.form)
    words = _by_words(asked)
    if words is not None and words not in asked.tried:
        return Plan("retrieve", (words,), reason="by its words")
    return Plan("write", reason="there is nothing else to look for")


def _not_loaded(asked: PlanQuestion, query: Query) -> str:
    """Return a domain that a question is about and that is not loaded, if there is one."""
    loaded = {one.name for one in asked.loaded}
    return next((name for name in _needed(query) if name not in loaded), "")


def _needed(query: Query) -> list[str]:
    """Return the domains of all that a query names: what it asks about, the days and events, what is side by side."""
    bounds = [query.bound.event, query.bound.until] if query.bound else []
    events = [*query.events, *(one for one in bounds if one is not None)]
    subjects = [
        *query.subjects,
        *(side.subject for side in query.sides),
        *(one.subject for one in events if one.subject),
    ]
    inner = [name for part in query.parts for name in _needed(part.query)]
    return [*(one.domain for one in subjects if not is_noun(one.domain)), *inner]


def _query(asked: PlanQuestion) -> Query:
    """Return the question as it is read with all domains in view, whatever is loaded."""
    lexicon = lexicon_of([*asked.loaded, *asked.others])
    about = None
    if asked.note:
        items = parse(asked.note, asked.as_of, lexicon)
        items = tuple(item for item in items if not item.why) or items
        about = next((Subject(one.domain, one.activity, (one.kind,) if one.kind else ()) for one in items), None)
    return understand(asked.text, asked.as_of, lexicon, about)


def _by_words(asked: PlanQuestion) -> Query | None:
    """Return the question as a search by words, if it was a question of values that found nothing."""
    if not asked.results or any(result.found or result.verdict is not None for result in asked.results):
        return None
    query = asked.results[0].query
    return by_words(asked.text, asked.as_of, lexicon_of([*asked.loaded, *asked.others])) if _other_way(query) else None


def patterns(text: str, loaded: tuple[Domain, ...]) -> list[Pattern]:
    """Return the clarification patterns of the loaded domains that a question brings up."""
    low = plain(text)
    return [one for domain in loaded for one in domain.clarification if any(about in low for about in one.about)]


def analyze(asked: AnalysisQuestion) -> Analysis:
    """Return whether what was found is enough; that the notes hold nothing is an answer too."""
    gaps: list[Gap] = []
    for one in asked.answered:
        outside = [name for name in one.elsewhere if name not in asked.loaded]
        if one.result.found and outside and _wants_number(one.result.query):
            return Analysis("INSUFFICIENT", (Gap(f"what was found is of {outside[0]}", True, outside[0]),))
        if not one.result.found:
            gaps.append(Gap("the notes do not say it"))
    again = [one for one in asked.answered if not one.result.found and _other_way(one.result.query)]
    if again and len(again) == len(asked.answered) and not asked.replans and not asked.told:
        return Analysis("INSUFFICIENT", (Gap("no entry has the values; perhaps a note says it in words"),))
    return Analysis("SUFFICIENT", tuple(gaps))


def _wants_number(query: Query) -> bool:
    low = plain(query.text)
    return not query.subjects and any(
        word in low for word in ("how much", "how many", "how long", "how far", "сколько")
    )


def _other_way(query: Query) -> bool:
    """Whether words, rather than values, may answer what no entry does."""
    if any(one.stems == GIVING for one in query.words):
        return False  # a meal with somebody is nothing that he was given
    if (
        query.words
        and (query.form in _VALUES or query.per)
        and _may_be_else(query)
        and not query.unknown
        and not query.sides
    ):
        return True
    if (query.words or query.who) and query.form in _OF_A_PRICE and _asks_price(query) and not query.unknown:
        return True
    if query.words and query.form in {"last", "first"} and _bought(query) and not query.unknown:
        return True  # "when was I at the doctor with my knee": the note says so, and not what was paid
    if (
        query.unknown
        or query.periods
        or query.sides
        or query.bound
        or query.conditions
        or (query.who and query.subjects)
    ):
        return False
    told = query.form in {"list", "value", "sum"} and bool(query.words) and not query.who
    return told or (query.form in {"list", "value", "last", "first"} and not _DONE.search(plain(query.text)))


def _asks_price(query: Query) -> bool:
    """Whether a price is asked for, or what is bought."""
    return _bought(query) and (bool(query.who) or _is_price(sought(query.asked, query.as_of)))


def _bought(query: Query) -> bool:
    return bool(query.subjects) and query.subjects[0].activity == "spend"


def _is_price(asked: Sought) -> bool:
    return "money" in asked.kinds or any("rent" in need.groups for need in asked.needs)


def _may_be_else(query: Query) -> bool:
    """Whether what was read as an activity may be no doing: what is bought, what is pumped."""
    doing = query.subjects and query.subjects[0].activity not in {"spend", "lift"}
    return not doing or query.form in {"list", "value"}


_OF_A_PRICE = frozenset(("last", "first", "average", "sum", "value"))
_VALUES = frozenset(("list", "value", "sum", "count"))
_DONE = pattern(r"\b(did i|have i|i ever|do i|am i|я|ich)\b")
"""What asks for one's own doing, of which there would be an entry."""


def clarify(asked: ClarifyQuestion) -> Clarification:
    """Return at most three questions, with why and options, from the domains' patterns."""
    known = {one.ask: one for domain in asked.loaded for one in domain.clarification}
    asks = []
    for gap in asked.gaps[:MOST_ASKS]:
        one = known.get(gap)
        asks.append(Ask(one.ask, one.why, one.options) if one else Ask(gap, "your notes do not say it"))
    return Clarification(tuple(asks))
