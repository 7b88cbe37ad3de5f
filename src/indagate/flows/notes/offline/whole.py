"""The whole question: what is asked plainly, with the operations that were read off it."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import Literal

from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline import questioncue as cue
from indagate.flows.notes.offline.contrast import contrasted
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.operation import Operation, unit_shown
from indagate.flows.notes.offline.reading import Read
from indagate.flows.notes.query import Form, Part, Period, Query, Subject, Words
from indagate.flows.notes.token import content, plain

_OF_DAYS = re.compile(r"\b(days|nights|mornings|evenings|дней|ночей)\b")
_WHERE = re.compile(
    r"\W*((with|for|from|to) )?(where|whom?|whose|why)\b|\W*(где|куда|откуда|кто|с кем|кому|чей|почему|зачем)\b"
)
"""What no value answers: places, people, reasons."""
_NO_MORE = frozenset(("planned", "plan", "other", "people", "пла", "план", "други", "люд"))
"""What never counts anyhow, so that leaving it out changes nothing."""


def operated(query: Query, done: Operation, text: str, read: Read, lexicon: Lexicon) -> Query:
    """Return a plain query with the operations of its question."""
    query = replace(query, text=text, nth=done.nth, top=done.top, difference=done.difference)
    if query.form == "record" and _EACH.search(plain(text)):
        return replace(query, unknown="operation")
    undone = _UNDOABLE.search(plain(text)) or (query.form != "lookup" and _NO_VALUE.search(plain(text)))
    if query.subjects and undone:
        return replace(query, unknown="operation")
    if query.subjects and _CHANGE.search(_unnamed(text, lexicon)) and query.form not in {"compare", "effect"}:
        return _in_unit(replace(query, form="trend", difference=True, per=""), done.unit, lexicon)
    if (
        query.subjects
        and query.form not in {"lookup", "compare"}
        and _WHERE.match(plain(text))
        and query.form != "trend"
    ):
        return replace(query, unknown="operation")
    if query.subjects and query.form == "lookup" and not query.prefer and cue.MORE_THAN.search(plain(text)):
        found = contrasted(query, read, plain(text), lexicon)
        if found.form == "versus":
            return found
    if not query.subjects or query.form in {"gap", "lookup"}:
        return _undone(query, done)
    query = _without(query, done.but, lexicon)
    query = _in_unit(query, done.unit, lexicon)
    spans = _SPANS.search(plain(text))
    if spans and not query.sides:
        group: Literal["week", "month"] = "week" if (spans[1] or "").startswith(("week", "нед")) else "month"
        absent = done.absent or bool(_NONE.search(plain(text)))
        query = _totalled(replace(query, form="often", group=group, per="", absent=absent, denied=False), lexicon)
        return replace(query, least=1 if query.totals else _least(plain(text)))
    if query.form == "often" and _DAYS.search(plain(text)) and not query.sides:
        query = _totalled(query, lexicon)
    if query.form in {"count", "often", "sum"} and _KINDS.search(plain(text)):
        return replace(query, form="count", distinct=True)
    if done.median:
        query = replace(query, form="average", median=True)
    if done.absent:
        return replace(query, form="often", absent=True, denied=False)
    if done.kind in {"streak", "pause"}:
        return replace(query, form="streak" if done.kind == "streak" else "pause", group="", per="", best="max")
    if done.kind == "share":
        return _share(query, text, lexicon)
    if done.kind == "rank" and not query.subjects[0].kinds:
        activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
        if activity is not None and activity.kinds:
            return replace(query, form="rank", group="")
    if done.nth > 1 or done.top:
        return replace(_several(query), unknown="operation" if done.difference else query.unknown)
    found = contrasted(query, read, plain(text), lexicon)
    if (
        (done.difference and found.form not in {"compare", "versus", "effect", "trend"})
        or _THERE.search(plain(text))
        or _LEFT.search(plain(text))
        or _TWO.search(plain(text))
    ):
        return replace(found, unknown="operation")
    return found


_SPANS = re.compile(
    r"\b(?:how many|number of|сколько) (?:of the |of my )?(weeks|months|недель|месяцев)\b(?! (?:ago|since|has|have|"
    r"назад|прошло))"
)
_NONE = re.compile(r"\b(?:without|no|did i not|i didn't|i did not|have i not|не|без)\b")
_KINDS = re.compile(
    r"\b(?:different|distinct|разных)\b(?! (?:days|nights|weeks|months|дн|недел))|\b(?:kinds of|types of|"
    r"sorts of|видов)\b"
)
_TWICE = {"twice": 2, "дважды": 2, "two": 2, "three": 3, "four": 4, "five": 5, "два": 2, "три": 3}


_DAYS = re.compile(r"\b(?:how many|number of|сколько) (?:\w+ )?(days|дней)\b")
_THERE = re.compile(r"\b(?:was|were|is|has) there (?:ever )?(?:been )?an? (?:week|month|day)\b")
_TWO = re.compile(r"\bbetween (?:my |the )?(?:(?:last|latest|first|most recent) )?two\b|\bмежду (?:\w+ )?двумя\b")
"""What asks for the time between two of a kind, which is not worked out."""
_LEFT = re.compile(
    r"\b(?:how (?:many|much)\b.*\b(?:left|remain\w*|to go)\b|сколько\b.*\b(?:осталось|оставал\w+|ещё нужно|"
    r"еще нужно)\b)"
)
"""What asks for something that is still to come."""
_UNDOABLE = re.compile(
    r"\b(?:ratios?|standard deviation|variance|percentiles?|quartiles?|forecast\w*|predict\w*|projected|"
    r"extrapolat\w*|"
    r"(?:какие|перечисли) (?:дни|ночи)\b[^?]*\b(?:без|не)|соотношени\w*|отклонени\w*|дисперси\w*|прогноз\w*)\b|"
    r"\b(?:reach\w*|hit|achiev\w*|meet|met|достиг\w*|выполнил\w*)\b.*\b(?:goals?|targets?|цел[ьи])\b"
)
"""What asks for a number that is not worked out."""
_EACH = re.compile(r"\b(?:each|every) (?:week|month|weekday)\b")
"""What asks for a best one of each of many times."""
_NO_VALUE = re.compile(
    r"\b(?:в|за|по) кажд\w+ (?:месяц\w*|недел\w+|день)\b(?!.*средн)|\b(?:помесячно|понедельно)\b|"
    r"\bby (?:month|week|weekday|day of the week|category)\b|\bпо (?:месяцам|неделям|дням недели|категориям)\b|"
    r"\b(?:because|due to|owing to|thanks to|из-за|потому)\b|\bin any (?:week|month)\b|"
    r"\b(?:first|last|latest)\b.*\bthan\b.*\b(?:first|last|latest) (?:one\b|\W*$)"
)
"""What asks for a table, a reason, or whether some week or month had so much: no one value is the answer."""
_CHANGE = re.compile(
    r"\b(?:by how (?:much|many)|how much (?!more|less)|how many|what|на сколько|насколько|сколько)\b.*\b(?:los[et]|"
    r"lost|gained?|drop(?:ped)?|"
    r"g[oe]ne? up|go(?:ne)? down|went (?:up|down)|improved?|increased?|decreased?|f[ae]ll(?:en)?|risen?|rose|"
    r"change[ds]?|"
    r"put on|shed|raise[ds]?|поднял(?:и|ся|ась|ось|ись)|повыси\w+|подорож\w+|похуд\w+|сброс\w+|набрал(?!ось|ась|ись|"
    r"и)\w*|прибавил\w*|вырос\w*|подрос\w*|упал\w*|"
    r"изменил\w*|снизил\w*|повысил\w*|поправил\w*|потолстел\w*|растолстел\w*|скинул\w*|ускорил\w*|замедлил\w*|"
    r"просел\w*|"
    r"увеличил\w*|уменьшил\w*|подорожал\w*|подешевел\w*|сократил\w*|удлинил\w*|улучшил\w*|ухудшил\w*)\b"
)
"""What asks by how much something has changed."""


def _totalled(query: Query, lexicon: Lexicon) -> Query:
    """Return a query whose conditions are on the total of a day, week or month, where totals make sense."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    sums = tuple(one for one in query.conditions if activity and activity.fields[one.field].sum)
    return replace(query, totals=sums, conditions=tuple(one for one in query.conditions if one not in sums))


def _least(low: str) -> int:
    """Return how often at least something must have been done in a week or month to be asked about."""
    match = re.search(
        r"\b(twice|дважды|(\d+|two|three|four|five|два|три) (?:times|runs|sessions|days|раза?|пробежки))\b", low
    )
    if not match:
        return 1
    number = _TWICE.get(match[2] or match[1]) or int(match[2])
    return number + bool(re.search(r"\b(more than|over|больше|более)\s+$", low[: match.start()]))


def _undone(query: Query, done: Operation) -> Query:
    """Return a search by words; with an operation it is one only where the words' days can be counted."""
    if done.kind in {"share", "rank", "streak", "pause"} or done.median or done.absent or done.but:
        return replace(query, form="lookup", unknown="operation")
    return query


def _several(query: Query) -> Query:
    """Return a query for the nth or for several: of the first, the last, or the best."""
    if query.form in {"first", "last", "record"}:
        return query
    if query.form in {"value", "list"} and not query.periods:
        return replace(query, form="record" if query.nth > 1 else "last")
    return query


def _unnamed(text: str, lexicon: Lexicon) -> str:
    """Return a question without the things that several words name: an oil change is no change."""
    low = plain(text)
    for hit in lexicon.hits(text):
        if hit.after - hit.first > 1 and any(mark.kind for mark in lexicon.marked(hit)):
            low = low[: hit.start] + "_" * (hit.end - hit.start) + low[hit.end :]
    return low


def _in_unit(query: Query, word: str, lexicon: Lexicon) -> Query:
    """Return a query for the field that the unit asked for measures, shown in that unit."""
    if not word:
        return query
    dimension, shown = unit_shown(word)
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    if activity is None or not dimension or query.form in {"gap", "effect"}:
        return query
    fitting = [name for name, item in activity.fields.items() if item.dimension == dimension]
    if not fitting:
        return replace(query, unknown="unit")
    if query.field in fitting and not activity.fields[query.field].sum and query.form in {"count", "often"}:
        return replace(query, form="value", shown=shown)  # "how many kilos did I weigh"
    if query.field in fitting and not (query.form in {"count", "often", "list"} and activity.fields[query.field].sum):
        return replace(query, shown=shown)
    total = query.form in {"count", "sum", "often", "average", "list", "value"}
    first = [query.field] if query.field in fitting else []
    name = next((one for one in [*first, *fitting] if total and activity.fields[one].sum), fitting[0])
    item = activity.fields[name]
    form: Form = query.form
    if form in {"count", "often", "list", "value"} and item.sum:
        form = "sum"
    if form == "sum" and not item.sum:
        form = "average"
    return replace(query, field=name, form=form, shown=shown)


def _without(query: Query, but: str, lexicon: Lexicon) -> Query:
    """Return a query that leaves out what the question excepts: kinds of its activity, days of the week, periods."""
    if not but:
        return query
    low = plain(but)
    left: list[Subject] = []
    own = query.subjects[0]
    for hit in lexicon.hits(but):
        for mark in lexicon.marked(hit):
            if (mark.domain, mark.activity.activity) == (own.domain, own.activity) and mark.kind:
                left.append(Subject(mark.domain, mark.activity.activity, (mark.kind,)))
    every = cue.EVERY.search(low)
    if every:
        gone = cue.every_days(every)
        days = query.weekdays or tuple(range(7))
        return replace(query, weekdays=tuple(day for day in days if day not in gone))
    if left:
        kinds = tuple(kind for kind in own.kinds if all(kind not in one.kinds for one in left))
        return replace(query, but=tuple(left), subjects=(replace(own, kinds=kinds), *query.subjects[1:]))
    said = moments(but, query.as_of)
    if said:
        return replace(query, periods=_around(query, said[0].first, said[0].last))
    words = tuple(one for one in content(but) if one not in idle())
    other = any(
        (mark.domain, mark.activity.activity) != (own.domain, own.activity)
        for hit in lexicon.hits(but)
        for mark in lexicon.marked(hit)
    )
    if (not words and not other) or (words and set(words) <= _NO_MORE):
        return query
    return replace(query, words=(*query.words, Words(words, without=True, said=but.strip())), unknown="exception")


def _around(query: Query, first: date, last: date) -> tuple[Period, ...]:
    """Return the days asked about without some of them."""
    from datetime import timedelta

    whole = query.periods or (Period(date.min, query.as_of, ""),)
    found = []
    for one in whole:
        if one.first < first:
            found.append(Period(one.first, min(one.last, first - timedelta(1)), one.said))
        if one.last > last:
            found.append(Period(max(one.first, last + timedelta(1)), one.last, one.said))
    return tuple(found)


def _share(query: Query, text: str, lexicon: Lexicon) -> Query:
    """Return part and whole: what the question narrows, and the same without its narrowing."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    assert activity is not None, "a query is made of loaded domains"
    item = activity.fields.get(query.field)
    low = plain(text)
    if _OF_DAYS.search(low.split(" did ")[0].split(" я ")[0]):
        part = replace(query, form="often")
        whole = replace(part, sides=()) if part.sides else replace(part, absent=True)
        return replace(query, form="share", parts=(Part("part", part), Part("whole", whole)))
    money = item is not None and item.dimension == "money"
    form: Form = "sum" if money else "count"
    part = replace(query, form=form, difference=False)
    wide = replace(part, conditions=(), words=(), weekdays=(), sides=(), but=())
    if wide == part:  # "what share of my runs were races": only the kind narrows
        wide = replace(wide, subjects=tuple(replace(one, kinds=()) for one in query.subjects))
    if wide == part:
        return replace(query, form="lookup", unknown="operation")
    return replace(query, form="share", parts=(Part("part", part), Part("whole", wide)))
