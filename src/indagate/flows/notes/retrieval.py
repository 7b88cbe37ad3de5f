"""What a query needs from the notebook: facts by activity, or notes by words; widened where nothing is found."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from indagate.flows.notes.choice import counts, fits, same_person, within
from indagate.flows.notes.compute import compute
from indagate.flows.notes.counted import told_by
from indagate.flows.notes.domain import Domain, usable
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.fulfilment import fulfilled, of_plans
from indagate.flows.notes.happening import gap, within_bound
from indagate.flows.notes.index import Index
from indagate.flows.notes.lexicon import Lexicon, lexicon_of
from indagate.flows.notes.lookup import look_up
from indagate.flows.notes.measure import measures
from indagate.flows.notes.query import Answered, Attempt, Cited, Period, Query, Result, Value
from indagate.flows.notes.series import beside, share, without
from indagate.flows.notes.settling import meant
from indagate.flows.notes.tallying import as_noun
from indagate.flows.notes.token import tokens
from indagate.flows.notes.valuation import SHOWN, as_written, converted

WIDENING = (7, 14, 30, 90)
"""Days on each side by which an empty search widens, before it looks at all notes."""


def whole_lexicon(home: Path) -> Lexicon:
    """Return the vocabulary of all domain modules: notes are parsed with it, whatever a question has loaded."""
    return lexicon_of(usable(home)[0].values())


def answer(query: Query, home: Path, loaded: tuple[Domain, ...] = ()) -> Answered:
    """Return what the notes answer to a query. Raises `StorageError`, or `InputError` for a bad domain module."""
    if query.unknown:
        return Answered(Result(query, False), ())
    lexicon = whole_lexicon(home)
    with Index(home, lexicon) as index:
        index.refresh()
        counted = None if query.subjects else _of_noun(query, index, lexicon)
        found = counted or _answered(query, index, lexicon)
        result = found.result
        if result.found or result.planned or result.others or result.denied or not query.subjects:
            return found
        return _of_noun(query, index, lexicon) or found


def _answered(query: Query, index: Index, lexicon: Lexicon) -> Answered:
    if query.parts:
        return _parts(query, index, lexicon)
    if query.form == "gap":
        found = gap(query, index, lexicon)
        return Answered(found, (Attempt(None, None, len(found.cited)),))
    event = None
    if query.bound is not None:
        query, event = within_bound(query, index, lexicon)
        if event is None:
            return Answered(Result(query, False), (Attempt(None, None, 0),))
    if query.form in {"list", "count"} and not query.subjects:
        return _days(query, index)
    if not query.subjects or query.form == "lookup":
        result = _telling(look_up(query, index))
        return Answered(result, (Attempt(None, None, len(result.cited)),), _domains_of(result, index, query))
    return _structured(query, index, lexicon)


def _of_noun(query: Query, index: Index, lexicon: Lexicon) -> Answered | None:
    """Return what the notes tell of a thing that no domain knows, where a question asks for its number or its days."""
    for query_ in as_noun(query, index, lexicon):
        if query_.unknown:
            return Answered(Result(query_, False), ())
        found = _answered(query_, index, lexicon)
        if found.result.found or (query_.conditions and not query.subjects):  # "the first day with six lessons"
            return found
    return None


def _telling(result: Result) -> Result:
    """Return what was found by words, if it answers: a note only quoted does not tell how often, or how much in all."""
    quoted = result.found and result.texts and not result.values
    return Result(result.query, False) if quoted and not told_by(result.query.text, result.texts) else result


def _days(query: Query, index: Index) -> Answered:
    """Return all notes of the days asked about, or those of them that have some words."""
    periods = query.periods or ((Period(date.min, query.as_of),) if query.form == "count" else ())
    found = [note for one in periods for note in index.notes(one.first, min(one.last, query.as_of))]
    if query.words:
        groups = [words.stems for words in query.words]
        has = {
            (note.day, note.line) for note, own in index.search(groups, query.as_of, 10**6) if len(own) == len(groups)
        }
        found = [note for note in found if (note.day, note.line) in has]
    if query.form == "count":
        counted = Value(len(found), "", "entries", entries=len(found))
        cited = tuple(Cited(note.day, note.line, note.text) for note in found[:SHOWN])
        return Answered(Result(query, bool(found), (counted,), cited=cited), (Attempt(None, None, len(found)),))
    cited = tuple(Cited(note.day, note.line, note.text) for note in found[:SHOWN])
    values = tuple(Value(0.0, "", "", note.day, 1) for note in found[:SHOWN])
    result = Result(query, bool(found), values, tuple(note.text for note in found[:SHOWN]), cited=cited)
    return Answered(result, (Attempt(query.periods[0].first, query.periods[-1].last, len(found)),))


def _parts(query: Query, index: Index, lexicon: Lexicon) -> Answered:
    """Return several things side by side, or a part beside its whole."""
    found = []
    for one in query.parts:
        asked = one.query
        if asked.bound is not None:
            asked, event = within_bound(asked, index, lexicon)
            if event is None:
                return Answered(Result(query, False), (Attempt(None, None, 0),))
        found.append(_structured(asked, index, lexicon))
    attempts = tuple(attempt for one in found for attempt in one.attempts)
    results = [one.result for one in found]
    if query.form == "share":
        if query.parts[1].query.absent:  # of the days on which notes could have been made
            whole = results[1]
            results[1] = replace(whole, values=tuple(replace(one, label="") for one in whole.values[1:]))
        return Answered(share(query, results), attempts)
    return Answered(beside(query, results), attempts)


def _structured(query: Query, index: Index, lexicon: Lexicon) -> Answered:
    asked = [(one.domain, one.activity) for one in query.subjects]
    facts = index.facts(asked, query.as_of)
    activity = lexicon.activity(*asked[0])
    query = as_written(query, facts, activity) if activity is not None else query
    if query.kept:
        return Answered(converted(fulfilled(query, facts, lexicon)), _attempts(query, facts))
    if query.plans:
        query = of_plans(query, facts, lexicon)
    sides = [
        index.facts([(one.domain, one.activity) for one in (side.subject, *side.others)], query.as_of)
        for side in query.sides
    ]
    meaning = [
        replace(side, conditions=meant(side.conditions, (side.subject,), some))
        for side, some in zip(query.sides, sides, strict=True)
    ]
    own = meant(query.conditions, query.subjects, facts)
    query = replace(query, conditions=own, sides=tuple(meaning))
    attempts = _attempts(query, facts)
    result = compute(query, facts, sides, lexicon)
    if query.absent and (result.found or not query.words):  # words that no entry has say nothing of days without it
        return Answered(without(query, result, _noted(query, index)), attempts)
    result = converted(result)
    if not result.found and query.who:
        told = _told_of(query, facts, index, lexicon)
        if told is not None:
            return Answered(told, (*attempts, Attempt(None, None, 1)))
    if not result.found and not result.planned and not result.others and not query.who:
        texts = _telling(look_up(replace(query, form="lookup", whole=True), index)) if _worth_looking(query) else None
        if texts is not None and texts.found:
            return Answered(replace(texts, query=replace(query, form="lookup")), (*attempts, Attempt(None, None, 1)))
    return Answered(result, attempts)


def _told_of(query: Query, facts: list[Fact], index: Index, lexicon: Lexicon) -> Result | None:
    """Return a note that tells a quantity of somebody on a day of what is asked about: "Masha finished in 1:49".

    Only where one such note of such days has a quantity of the dimension that is asked for.
    """
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    field = activity.fields.get(query.field) if activity is not None else None
    if activity is None or field is None or not query.conditions:
        return None
    mine = replace(query, who="", words=(), form="list")
    days = {fact.item.day for fact in facts if counts(fact, mine) and fits(fact, mine, activity)}
    kinds = {field.dimension, "clock"} if field.dimension in {"time", "pace"} else {field.dimension}
    told = [
        note
        for day in sorted(days)
        if within(day, query.periods)
        for note in index.notes(day, day)
        if any(token.word and same_person(token.low.removesuffix("'s"), query.who) for token in tokens(note.text))
        and any(one.kind in kinds for one in measures(note.text))
    ]
    if len(told) != 1:
        return None
    cited = (Cited(told[0].day, told[0].line, told[0].text),)
    return Result(replace(query, form="lookup"), True, texts=(told[0].text,), cited=cited)


def _noted(query: Query, index: Index) -> list[date]:
    """Return the first and last day with notes, of those asked about; none where there are none."""
    extent = index.extent(query.as_of)
    if extent is None:
        return []
    first, last = extent[:2]
    if query.periods and (query.periods[0].first > last or query.periods[-1].last < first):
        return []
    return [first, query.as_of]


def _worth_looking(query: Query) -> bool:
    """Whether words, rather than values, may answer what has no entry: it was asked with words of its own."""
    return query.form in {"list", "value"} and bool(query.words) and not query.periods


def _attempts(query: Query, facts: list[Fact]) -> tuple[Attempt, ...]:
    """Return the searches in order: the days asked about, then wider ones until something is found."""
    if not query.periods:
        return (Attempt(None, None, len(facts)),)
    first, last = min(p.first for p in query.periods), max(p.last for p in query.periods)
    found: list[Attempt] = []
    for days in (0, *WIDENING):
        low = first if first.year < 2 else first - timedelta(days)
        high = last if last.year > 9998 else last + timedelta(days)
        number = sum(low <= fact.item.day <= high and not fact.item.why for fact in facts)
        found.append(Attempt(low, high, number))
        if number:
            return tuple(found)
    return (*found, Attempt(None, None, len(facts)))


def _domains_of(result: Result, index: Index, query: Query) -> tuple[str, ...]:
    facts = index.of_notes([(one.date, one.line) for one in result.cited[:5]], query.as_of)
    return tuple(dict.fromkeys(fact.item.domain for fact in facts))
