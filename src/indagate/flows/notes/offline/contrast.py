"""Two things side by side: lunch or dinner, the bench and the squat, weekends and weekdays, somebody else and me."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from indagate.flows.notes.domain import Activity
from indagate.flows.notes.lexicon import Hit, Lexicon
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.reading import Read
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Form, Part, Query, Subject, Words
from indagate.flows.notes.token import content

_BETWEEN = pattern(
    r"\W*(?:[\w']+\s+){0,4}?(?:or|than|vs\.?|versus|against|and|compared (?:to|with)|или|чем|против|и|oder|als|und)\b"
    r"(?:\W*[\w']+){0,3}?\W*"
)
_SET = pattern(
    r"\b(which|what|who|compare\w*|comparison|vs|versus|difference|more|less|heavier|lighter|longer|shorter|better|"
    r"worse|"
    r"stronger|faster|slower|bigger|higher|lower|further|farther|most|сравни\w*|разниц\w+|mehr|weniger|öfter)\b|"
    rf"\b{cue.RU_MORE}\b"
)
_OFTEN = pattern(r"\b(often|oftener|times|frequently|sessions?|чаще|реже|раз|öfter)\b")
_RECORD = pattern(
    r"\b(record|best|heaviest|longest|max|maximum|pr|pb|highest|heavier|lighter|stronger|рекорд\w*|тяжелее|"
    r"сам\w+ \w+|максим\w+)\b"
)
_MEAN = pattern("averag|средн")
_THAN_ME = pattern(r"\b(?:me|i|я) (?:or|или)\b|\b(?:than|or) (?:me|i|mine)\b|\b(?:чем|или) (?:я|мой|моя|у меня)\b")


def contrasted(query: Query, read: Read, low: str, lexicon: Lexicon) -> Query:
    """Return the query as two set side by side, where the question (`low`) names two things; else as it was."""
    if not _SET.search(low) or query.form in {"gap", "effect"}:
        return query
    groups = _day_groups(low)
    if len(groups) == 1 and query.form in {"trend", "verdict"} and cue.MORE_THAN.search(low) and not query.sides:
        rest = tuple(day for day in range(7) if day not in groups[0][1])  # "do I spend more on weekends?"
        groups.append(("other days" if not re.search("[а-я]", low) else "в другие дни", rest))
    if len(groups) == 2 and query.subjects:
        metric = _metric(query, read, lexicon)
        metric = replace(metric, form="average") if metric.form == "sum" else metric
        parts = [replace(metric, weekdays=days) for _, days in groups]
        return _side_by_side(query, [name for name, _ in groups], parts)
    if query.who and query.subjects and _THAN_ME.search(read.low):
        base = _metric(replace(query, words=()), read, lexicon)
        mine = "вы" if re.search("[а-я]", read.low) else "you"
        return _side_by_side(replace(query, who=""), [query.who, mine], [base, replace(base, who="")])
    if len(query.periods) > 1 or query.sides:
        return query
    found = _two(read, lexicon)
    if found is None:
        return query
    labels, subjects = found
    parts = []
    for label, subject in zip(labels, subjects, strict=True):
        activity = lexicon.activity(subject.domain, subject.activity)
        narrow = activity is not None and label.lower() in activity.narrow
        words = (Words(content(label), said=label),) if narrow else ()
        one = _metric(replace(query, subjects=(subject,), form="list", words=words, field=""), read, lexicon)
        parts.append(one)
    fields = [_dimension(one, lexicon) for one in parts]
    if parts[0].form != parts[1].form or (parts[0].form != "often" and fields[0] != fields[1]):
        parts = [replace(one, form="often") for one in parts]
    return _side_by_side(query, labels, parts)


def _side_by_side(query: Query, labels: list[str], parts: list[Query]) -> Query:
    made = tuple(Part(name, one) for name, one in zip(labels, parts, strict=True))
    return replace(query, form="versus", parts=made, mean=parts[0].form == "average")


def _day_groups(low: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the kinds of days that a question names: weekends and weekdays, Mondays and Fridays."""
    found: dict[tuple[int, ...], str] = {}
    for match in cue.EVERY.finditer(low):
        found.setdefault(cue.every_days(match), match[0].strip())
    return [(name, days) for days, name in found.items()]


def _two(read: Read, lexicon: Lexicon) -> tuple[list[str], list[Subject]] | None:
    """Return two activities or kinds with a word between them that sets them side by side."""
    hits: list[tuple[Hit, Subject]] = []
    for hit in read.hits:
        if hits and _asks_of(hit, hits[-1][1], read, lexicon):
            continue
        subject = _subject(hit, read, lexicon)
        if subject is not None and not (hits and hits[-1][0].start == hit.start):
            hits.append((hit, subject))
    for (one, first), (other, second) in pairwise(hits):
        between = read.low[one.end : other.start]
        if any(one.end <= number.start < other.start for number in read.numbers):
            continue
        generic = (first.domain, first.activity) == (second.domain, second.activity) and not (
            first.kinds and second.kinds
        )
        if generic or first == second or not _BETWEEN.fullmatch(between) or not _compares(between, read.low):
            continue
        return [read.text[one.start : one.end], read.text[other.start : other.end]], [first, second]
    return None


def _asks_of(hit: Hit, before: Subject, read: Read, lexicon: Lexicon) -> bool:
    """Whether a word only asks for a value of the thing before it: "bench: first or latest weight"."""
    activity = lexicon.activity(before.domain, before.activity)
    fields = {word for item in activity.fields.values() for word in item.words} if activity else set()
    return any(one.start == hit.start and one.domain == before.domain and one.entry in fields for one in read.hits)


def _compares(between: str, low: str) -> bool:
    """Whether two things are set side by side: "and" does so only where the question compares."""
    if re.search(r"\b(and|и|und)\b", between) and not re.search(r"\b(or|than|vs|versus|или|чем)\b", between):
        return bool(re.search(r"\b(compare\w*|comparison|сравни\w*|difference|разниц\w+|which|vergleich\w*)\b", low))
    return True


def _subject(hit: Hit, read: Read, lexicon: Lexicon) -> Subject | None:
    """Return what a word names, with all the kinds that it may mean; what only asks for a value names nothing."""
    same = [one for one in read.hits if one.start == hit.start]
    marks = [mark for one in same for mark in lexicon.marked(one)]
    if not marks:
        return None
    mark = next((one for one in marks if one.kind), marks[0])
    if not mark.kind and mark.activity.activity == "spend":
        return None
    kinds = tuple(one.kind for one in marks if one.kind and (one.domain, one.activity) == (mark.domain, mark.activity))
    generic = not mark.kind and mark.activity.kinds and not re.search(r"\b(lift\w*|gym|train\w*|силов\w+)", read.low)
    return None if generic else Subject(mark.domain, mark.activity.activity, tuple(dict.fromkeys(kinds)))


def _metric(query: Query, read: Read, lexicon: Lexicon) -> Query:
    """Return the query that asks for the one number by which its thing is compared."""
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    assert activity is not None, "a query is made of loaded domains"
    name = query.field or activity.main
    field = activity.fields.get(name)
    form: Form = "sum"
    if _OFTEN.search(read.low) or field is None:
        form = "often"
    elif field.mean or query.by_day or (query.mean and not _RECORD.search(read.low)) or _MEAN.search(read.low):
        form = "average"
    elif not field.sum or _RECORD.search(read.low):
        form = "record"
    best = field.best if field is not None and form == "record" else query.best
    return replace(query, form=form, field=name, best=best, group="", mean=False, up=None)


def _dimension(query: Query, lexicon: Lexicon) -> str:
    activity: Activity | None = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    field = activity.fields.get(query.field) if activity else None
    return field.dimension if field else ""
