"""What models are asked for, which is simpler than what the roles give, and how the one is made of the other.

A model names activities, fields and days; the numbers are computed from the entries. What it copies is looked up in
what it was shown, and what does not exist is sent back once and never used.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta, Struct

from indagate.flows.notes.ask import (
    Clarification,
    ClarifyQuestion,
    Draft,
    Evaluation,
    EvaluationQuestion,
    Learnt,
    Observation,
    ObserveQuestion,
    ParseQuestion,
    Parsing,
    Plan,
    PlanQuestion,
    Route,
    RouteQuestion,
    WriteQuestion,
)
from indagate.flows.notes.chart import Ask, Failing, InputType
from indagate.flows.notes.domain import Activity, Domain
from indagate.flows.notes.entry import Item, Why
from indagate.flows.notes.lexicon import lexicon_of
from indagate.flows.notes.query import Period, Query, Subject, Words
from indagate.flows.notes.token import content

Line = Annotated[str, Meta(max_length=500, description="one line")]
Short = Annotated[str, Meta(max_length=120, description="a few words")]
Day = Annotated[str, Meta(max_length=10, description="a day as 2026-10-03, or empty")]


class RouteAnswer(Struct, frozen=True):
    """What the text is, the domains it needs, and for BOTH its two parts, copied."""

    input_type: InputType
    domains: Annotated[tuple[Short, ...], Meta(max_length=6)] = ()
    note: str = ""
    question: str = ""
    reason: Line = ""


class NamedValue(Struct, frozen=True):
    """A field's value."""

    field: Short
    value: float


class ItemAnswer(Struct, frozen=True):
    """One thing that the note tells."""

    activity: Annotated[str, Meta(max_length=120, description="domain.activity as listed")]
    said: Line
    kind: Short = ""
    values: Annotated[tuple[NamedValue, ...], Meta(max_length=12)] = ()
    unit: Short = ""
    day: Day = ""
    why: Literal["", "planned", "other", "denied", "asked"] = ""
    who: Short = ""


class ParseAnswer(Struct, frozen=True):
    """The things the note tells; none is an answer too."""

    items: Annotated[tuple[ItemAnswer, ...], Meta(max_length=30)] = ()


class Search(Struct, frozen=True):
    """What to look for: by activity and form, or as a plain question."""

    question: Line
    activity: Annotated[str, Meta(max_length=120, description="domain.activity as listed, or empty")] = ""
    form: Literal[
        "count", "often", "sum", "average", "value", "record", "last", "first", "trend", "list", "lookup"
    ] = "list"  # fmt: skip
    field: Short = ""
    kinds: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()
    first: Day = ""
    last: Day = ""
    words: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()
    who: Short = ""
    best: Literal["max", "min"] = "max"
    by_day: bool = False


class PlanAnswer(Struct, frozen=True):
    """The next step, with what it needs."""

    step: Literal["retrieve", "expand", "clarify", "write"]
    searches: Annotated[tuple[Search, ...], Meta(max_length=4)] = ()
    domain: Short = ""
    gaps: Annotated[tuple[Line, ...], Meta(max_length=3)] = ()
    reason: Line = ""


class ClarifyAnswer(Struct, frozen=True):
    """The questions to the person."""

    asks: Annotated[tuple[Ask, ...], Meta(min_length=1, max_length=3)]


class LearntAnswer(Struct, frozen=True):
    """One thing to remember."""

    kind: Literal["preference", "pattern", "fact", "insight"]
    topic: Short
    text: Line
    certainty: Annotated[float, Meta(ge=0, le=1)] = 0.5


class ObserveAnswer(Struct, frozen=True):
    """What to remember, mostly nothing."""

    learnt: Annotated[tuple[LearntAnswer, ...], Meta(max_length=3)] = ()


def route(asked: RouteQuestion, given: RouteAnswer) -> Route:
    """Return the route; a part that is not the user's own words is the whole text, so that nothing is lost."""
    known = tuple(one.name for one in asked.domains)
    chosen = tuple(name for name in dict.fromkeys(given.domains) if name in known)
    both = given.input_type == "BOTH"
    note = given.note.strip() if both and _copied(given.note, asked.text) else asked.text
    question = given.question.strip() if both and _copied(given.question, asked.text) else asked.text
    wants_note, wants_question = given.input_type != "QUERY", given.input_type in {"QUERY", "BOTH"}
    return Route(given.input_type, chosen, note if wants_note else "", question if wants_question else "", given.reason)


def _copied(part: str, text: str) -> bool:
    return bool(part.strip()) and " ".join(part.split()) in " ".join(text.split())


def parsing(asked: ParseQuestion, given: ParseAnswer) -> Parsing:
    """Return the items that are of listed activities and in the note's own words. Raises `ValueError`."""
    return Parsing(tuple(_item(asked, one) for one in given.items))


def _item(asked: ParseQuestion, one: ItemAnswer) -> Item:
    domain, activity = _activity(one.activity, asked.domains)
    if not _copied(one.said, asked.text):
        raise ValueError(f"{one.said!r} is not in the note: copy its words")
    fields = [value.field for value in one.values if value.field not in activity.fields]
    if fields:
        raise ValueError(f"{one.activity} has no field {fields[0]!r}; it has {', '.join(activity.fields)}")
    kind = one.kind if one.kind in activity.kinds else ""
    why: Why = "other" if one.who and not one.why else one.why
    values = {value.field: value.value for value in one.values}
    day = _day(one.day) or asked.day
    return Item(day, domain, activity.activity, kind, values, one.unit, content(one.said), why, one.who, one.said)


def _activity(name: str, domains: tuple[Domain, ...]) -> tuple[str, Activity]:
    domain, _, activity = name.partition(".")
    found = next((one.activity(activity) for one in domains if one.name == domain), None)
    if found is None:
        known = ", ".join(f"{one.name}.{each.activity}" for one in domains for each in one.log_schema)
        raise ValueError(f"there is no activity {name!r}; there are {known}")
    return domain, found


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"{text!r} is no day like 2026-10-03") from None


def plan(asked: PlanQuestion, given: PlanAnswer) -> Plan:
    """Return the plan with its searches as queries. Raises `ValueError` for what does not exist."""
    if given.step == "expand" and given.domain not in {one.name for one in asked.others}:
        raise ValueError(f"{given.domain!r} is no domain that could be loaded")
    if given.step == "retrieve" and not given.searches:
        raise ValueError("a plan to retrieve needs searches")
    if given.step == "clarify" and not given.gaps:
        raise ValueError("name in gaps what only the person can know")
    queries = tuple(dict.fromkeys(_query(asked, one) for one in given.searches)) if given.step == "retrieve" else ()
    return Plan(given.step, queries, given.domain if given.step == "expand" else "", given.gaps, given.reason)


def _query(asked: PlanQuestion, one: Search) -> Query:
    if not one.activity:
        from indagate.flows.notes.offline.question import understand

        return understand(one.question, asked.as_of, lexicon_of(asked.loaded))
    domain, activity = _activity(one.activity, asked.loaded)
    if one.field and one.field not in activity.fields:
        raise ValueError(f"{one.activity} has no field {one.field!r}; it has {', '.join(activity.fields)}")
    first, last = _day(one.first), _day(one.last)
    if first and last and first > last:
        raise ValueError(f"{one.first} is after {one.last}")
    periods = (Period(first or date.min, last or asked.as_of, one.question),) if first or last else ()
    kinds = tuple(kind for kind in one.kinds if kind in activity.kinds)
    words = tuple(Words(content(word)) for word in one.words if content(word))
    return Query(
        one.form, one.question, asked.as_of, (Subject(domain, activity.activity, kinds),), one.field or activity.main,
        periods, words=words, best=one.best, who=one.who, by_day=one.by_day,
    )  # fmt: skip


def clarification(_: ClarifyQuestion, given: ClarifyAnswer) -> Clarification:
    """Return the questions that say something. Raises `ValueError` if none does."""
    asks = tuple(one for one in given.asks if one.text.strip())
    if not asks:
        raise ValueError("ask at least one question")
    return Clarification(asks)


def check_draft(_: WriteQuestion, given: Draft) -> list[str]:
    """Return what makes a draft no answer at all; what it claims is reviewed by EVALUATE."""
    return [] if any(one.strip() for one in given.sentences) else ["the answer has no sentence"]


def evaluation(asked: EvaluationQuestion, given: Evaluation) -> Evaluation:
    """Return the failures with the sentences as they stand in the answer; one that is not there is the whole answer."""
    whole = {" ".join(one.split()): one for one in asked.sentences}
    return Evaluation(
        tuple(
            Failing(one.dimension, one.reason, whole.get(" ".join(one.sentence.split()), "")) for one in given.failing
        )
    )


def observation(asked: ObserveQuestion, given: ObserveAnswer) -> Observation:
    """Return what is to be remembered, with its source; preferences and facts only where something was told."""
    told = asked.stored is not None
    source = f"{asked.stored.date} line {asked.stored.line}" if asked.stored else asked.run
    return Observation(
        tuple(
            Learnt(one.kind, one.topic, one.text, one.certainty, source, asked.as_of)
            for one in given.learnt
            if one.text.strip() and (told or one.kind in {"pattern", "insight"})
        )
    )
