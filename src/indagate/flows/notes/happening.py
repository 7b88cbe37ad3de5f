"""The days of events that a question names, found in the notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.flows.notes.choice import fits, latest_spell, within
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.index import Index
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.lookup import look_up
from indagate.flows.notes.query import Bound, Cited, Event, Period, Query, Result, Value
from indagate.flows.notes.valuation import extreme


def happened(event: Event, query: Query, index: Index, lexicon: Lexicon, after: date | None = None) -> Cited | None:
    """Return the day of an event, with the note that tells it, or None."""
    if event.day is not None:
        return Cited(event.day, 0, "")
    own = _facts(event, query, index, lexicon)
    if not own:
        return _by_words(event, query, index)
    later = [fact for fact in own if after is not None and fact.item.day > after]
    if event.pick == "next" and not later:
        return None
    fact = later[0] if later and event.pick in {"next", "", "first"} else _picked(event, own, lexicon)
    return Cited(fact.item.day, fact.line, fact.text)


def _facts(event: Event, query: Query, index: Index, lexicon: Lexicon) -> list[Fact]:
    if event.subject is None:
        return []
    activity = lexicon.activity(event.subject.domain, event.subject.activity)
    if activity is None:
        return []
    asked = replace(
        query, form="list", subjects=(event.subject,), conditions=event.conditions, words=event.words, unit=""
    )
    facts = index.facts([(event.subject.domain, event.subject.activity)], query.as_of)
    facts = [fact for fact in facts if within(fact.item.day, event.periods)]
    return [fact for fact in facts if not fact.item.why and fits(fact, asked, activity)]


def _picked(event: Event, own: Sequence[Fact], lexicon: Lexicon) -> Fact:
    assert event.subject is not None
    activity = lexicon.activity(event.subject.domain, event.subject.activity)
    if event.pick == "first":
        return own[0]
    if event.pick == "record" and activity is not None and activity.main:
        return extreme(own, activity.main, activity, activity.fields[activity.main].best)
    if event.pick == "last":
        return own[-1]
    spells = activity.spells if activity is not None else 0
    alike = own[-1].item.values.keys() <= {"level", "temperature"}
    return latest_spell(own, spells)[0] if alike else own[-1]


def _by_words(event: Event, query: Query, index: Index) -> Cited | None:
    if event.subject is not None:
        return None
    found = look_up(Query("lookup", event.text, query.as_of, words=event.words), index)
    return found.cited[0] if found.found and found.cited else None


def within_bound(query: Query, index: Index, lexicon: Lexicon) -> tuple[Query, Cited | None]:
    """Return a query whose bound is a period, and the note that tells its event."""
    assert query.bound is not None
    found = happened(query.bound.event, query, index, lexicon)
    if found is None:
        return query, None
    period = _around(query.bound, found.date, query.as_of)
    if query.bound.until is not None:
        end = happened(query.bound.until, query, index, lexicon, found.date)
        if end is None:
            return query, None
        period = replace(period, last=end.date)
    whole = tuple(
        replace(one, first=max(one.first, period.first), last=min(one.last, period.last)) for one in query.periods
    )
    return replace(query, periods=whole or (period,)), found


def _around(bound: Bound, day: date, as_of: date) -> Period:
    """Return the days before, after or since that of an event; only so many of them as the bound has."""
    length = timedelta(bound.days - 1)
    if bound.when == "on":
        return Period(day, day, bound.event.text)
    if bound.when == "before":
        last = day - timedelta(1)
        return Period(last - length if bound.days else date.min, last, bound.event.text)
    first = day + timedelta(bound.when == "after")
    return Period(first, min(as_of, first + length) if bound.days else as_of, bound.event.text)


def gap(query: Query, index: Index, lexicon: Lexicon) -> Result:
    """Return how many days lie between two events."""
    one = happened(query.events[0], query, index, lexicon)
    other = happened(query.events[1], query, index, lexicon, one.date if one else None)
    if one is None or other is None:
        return Result(query, False)
    days = Value(abs((other.date - one.date).days), "", "days", one.date, 2)
    ends = Value(0.0, "", "", other.date)
    cited = tuple(note for note in (one, other) if note.text)
    return Result(query, True, (days, ends), tuple(note.text for note in cited), cited=cited)
