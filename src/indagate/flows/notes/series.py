"""Answers about days in a row, days without, shares of a whole, and which kind of a thing there is most of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from indagate.flows.notes.choice import holds
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Result, Value
from indagate.flows.notes.valuation import cite, currencies, unit_of, value_of, valued

_NOW = pattern(r"\b(current|now|running streak|at the moment|текущ\w+|сейчас)\b")
_TIMES = pattern(r"\b(often|oftenest|times|frequently|sessions?|чаще|реже|раз|am häufigsten)\b")


def streak(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the most days in a row that have an entry; the present ones where those are asked for."""
    days = sorted({fact.item.day for fact in facts})
    runs = [[days[0]]]
    for day in days[1:]:
        if day - runs[-1][-1] == timedelta(1):
            runs[-1].append(day)
        else:
            runs.append([day])
    best = max(runs, key=len)
    if _NOW.search(query.text.lower()):
        best = runs[-1] if query.as_of - runs[-1][-1] <= timedelta(1) else []
    used = [fact for fact in facts if fact.item.day in best]
    ends = [Value(0.0, "", "", day) for day in (best[0], best[-1])] if best else []
    return Result(
        query, True, (Value(len(best), "", "days", best[0] if best else None, len(used)), *ends), cited=cite(used)
    )


def pause(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the longest time from one day with an entry to the next."""
    days = sorted({fact.item.day for fact in facts})
    pairs = list(pairwise(days))
    if not pairs:
        return Result(query, False, cited=cite(facts))
    first, last = max(pairs, key=lambda pair: pair[1] - pair[0])
    used = [fact for fact in facts if fact.item.day in {first, last}]
    length = (last - first).days
    values = (Value(length, "", "days", first, 2), Value(length - 1, "", "between", last, 2))
    return Result(query, True, values, cited=cite(used))


def without(query: Query, result: Result, noted: Sequence[date]) -> Result:
    """Return on how many days there is no entry, of those asked about on which notes were kept at all."""
    if not noted:
        return Result(replace(query, absent=False), False)
    first, last = noted[0], min(noted[-1], query.as_of)
    if query.periods:
        first = max(query.periods[0].first, first) if query.periods[0].first.year < 1900 else query.periods[0].first
        last = min(query.periods[-1].last, query.as_of)
    days = [first + timedelta(n) for n in range((last - first).days + 1)]
    days = [day for day in days if not query.weekdays or day.weekday() in query.weekdays]
    there = int(result.values[0].number) if result.found else 0
    spans = len({_span(day, query.group) for day in days})
    label = f"{query.group or 'day'}s"
    return Result(
        query, True, (Value(spans - there, "", label, None, there), Value(spans, "", "of")), cited=result.cited
    )


def _span(day: date, group: str) -> tuple[int, ...]:
    """Return what stands for a day's week or month, or for the day itself."""
    week, month = tuple(day.isocalendar()[:2]), (day.year, day.month)
    return {"week": week, "month": month}.get(group, (day.toordinal(),))


def spans(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return in how many days, weeks or months there are as many days with an entry, or as much in all, as asked."""
    own: dict[tuple[int, ...], list[Fact]] = {}
    for fact in facts:
        own.setdefault(_span(fact.item.day, query.group), []).append(fact)
    kept = []
    for some in own.values():
        if query.totals:
            totals = {one: sum(value_of(fact, one.field, activity) or 0.0 for fact in some) for one in query.totals}
            good = all(holds(total, one) for one, total in totals.items())
        else:
            good = len({fact.item.day for fact in some}) >= max(1, query.least)
        if good:
            kept.append(some)
    used = [fact for some in kept for fact in some]
    label = f"{query.group or 'day'}s"
    return Result(query, True, (Value(len(kept), "", label, None, len(used)),), cited=cite(used or facts[-3:]))


def kinds_of(query: Query, facts: Sequence[Fact]) -> Result:
    """Return how many kinds of a thing there are."""
    kinds = {fact.item.kind for fact in facts if fact.item.kind}
    if not kinds:
        return Result(query, False, cited=cite(facts[-3:]))
    named = [fact for fact in facts if fact.item.kind]
    return Result(query, True, (Value(len(kinds), "", "kinds", None, len(named)),), cited=cite(named))


def rank(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the kind of which there is most or least: by a total, or by the number of days."""
    named = [fact for fact in facts if fact.item.kind]
    field = activity.fields.get(query.field)
    own = valued(named, query, activity)
    if not named:
        return Result(query, False, cited=cite(facts[-3:]))
    pick = max if query.best == "max" else min
    if field is None or not own or _TIMES.search(query.text.lower()) or not field.sum:
        days: dict[str, set[date]] = {}
        for fact in named:
            days.setdefault(fact.item.kind, set()).add(fact.item.day)
        kind = pick(days, key=lambda one: len(days[one]))
        return Result(
            query, True, (Value(len(days[kind]), "", kind, None, len(days[kind])),),
            cited=cite(fact for fact in named if fact.item.kind == kind),
        )  # fmt: skip
    values, used = [], []
    for unit in currencies([fact for fact, _ in own]) if field.dimension == "money" else [""]:
        totals: dict[str, float] = {}
        for fact, value in own:
            if field.dimension != "money" or fact.item.unit == unit:
                totals[fact.item.kind] = totals.get(fact.item.kind, 0.0) + value
        kind = pick(totals, key=lambda one: totals[one])
        some = [fact for fact, _ in own if fact.item.kind == kind]
        values.append(Value(totals[kind], unit or unit_of(field), kind, None, len(some)))
        used += some
    return Result(query, True, tuple(values), cited=cite(used))


def share(query: Query, parts: Sequence[Result]) -> Result:
    """Return a part in percent of the whole: of the entries, of a total, or of the days."""
    part, whole = parts
    if not whole.found or not whole.values:
        return Result(query, False, cited=whole.cited[:3])
    own = {value.unit: value.number for value in part.values} if part.found else {}
    values = []
    for value in whole.values:
        if value.number:
            percent = round(100 * own.get(value.unit, 0.0) / value.number, 1)
            values += [
                Value(percent, "%", value.unit, None, value.entries),
                Value(own.get(value.unit, 0.0), value.unit, "part"),
                Value(value.number, value.unit, "whole"),
            ]  # fmt: skip
    return Result(query, bool(values), tuple(values), cited=part.cited)


def beside(query: Query, parts: Sequence[Result]) -> Result:
    """Return the numbers of two things side by side, by unit; nothing where neither is there."""
    people = len({one.query.who for one in parts}) > 1  # of somebody else much goes unnoted
    lacking = any(not one.found and (people or one.query.form == "average") for one in parts)
    if lacking or not any(one.found for one in parts):
        return Result(query, False, cited=tuple(note for one in parts for note in one.cited[:2]))
    values = [
        replace(value, label=part.label, day=None, entries=value.entries or 1)
        for part, one in zip(query.parts, parts, strict=True)
        if one.found
        for value in one.values[: 2 if one.query.form in {"sum", "average"} else 1]
    ]
    cited = tuple(dict.fromkeys(note for one in parts for note in one.cited))
    return Result(query, bool(values), tuple(values), cited=cited)
