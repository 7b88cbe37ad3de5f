"""Totals by week, month or weekday: the one with the most, or how much falls to each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.flows.notes.comparison import of_things
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Result, Value
from indagate.flows.notes.valuation import cite, of_one_currency, unit_of, valued

_TIMES = pattern(
    r"\b(often|times|sessions?|workouts?|visits?|active|entries|активн\w+|посещени\w+|most frequently|"
    r"how many (?:days|runs|lifts)|(?:gym|training|"
    r"running|run) days|"
    r"чаще|реже|раз|тренировок|пробежек|дней|am häufigsten|öfter)\b"
)
_DAYS_A_MONTH = 365.25 / 12


def by_group(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the month, week or weekday with the most (or least): a total, a mean, or a number of times."""
    field = activity.fields.get(query.field)
    own = of_one_currency(valued(facts, query, activity))
    if (
        field is None
        or not own
        or _TIMES.search(query.text.lower())
        or (of_things(query, activity) and field.dimension != "count")
    ):
        counts: dict[date, set[date]] = {}
        for fact in facts:
            counts.setdefault(_begin(fact.item.day, query.group), set()).add(fact.item.day)
        totals = {begin: float(len(days)) for begin, days in counts.items()}
        unit, counted = "", "days"
    else:
        values: dict[date, list[float]] = {}
        for fact, value in own:
            values.setdefault(_begin(fact.item.day, query.group), []).append(value)
        mean = field.mean or not field.sum
        pick = max if field.best == "max" else min
        best = mean and query.best == field.best and not field.mean
        totals = {
            begin: pick(some) if best else sum(some) / (len(some) if mean else 1) for begin, some in values.items()
        }
        unit, counted = unit_of(field, own[0][0]), query.group
    top = (max if query.best == "max" else min)(totals, key=lambda begin: totals[begin])
    used = [fact for fact in facts if _begin(fact.item.day, query.group) == top]
    most = Value(totals[top], unit, counted, top, len(used))
    return Result(replace(query, form="record"), True, (most,), cited=cite(used))


def _begin(day: date, group: str) -> date:
    """Return the first day of a month or week; for weekdays, that day of the year's first week."""
    if group == "month":
        return day.replace(day=1)
    monday = day - timedelta(day.weekday())
    return monday if group == "week" else date(2001, 1, 1) + timedelta(day.weekday())


def by_span(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return how much falls to each week or month of the days asked about."""
    field = activity.fields.get(query.field)
    own = of_one_currency(valued(facts, query, activity))
    counted = query.form == "often" or (query.form == "count" and (field is None or field.dimension != "count"))
    times = counted or field is None or not own or not field.sum
    if query.periods:
        first, last = query.periods[0].first, min(query.periods[-1].last, query.as_of)
        first = max(first, facts[0].item.day) if first.year < 1900 else first
    else:
        first, last = facts[0].item.day, query.as_of
    spans = _spans(first, last, query.per)
    if _recurs(facts, query.per) and not times:  # a rent: what is paid each time is what falls to each month
        spans = float(len(own))
    total = float(len({fact.item.day for fact in facts})) if times else sum(value for _, value in own)
    unit = "" if times else unit_of(field, own[0][0])
    value = Value(total / spans, unit, "days" if times else query.per, None, len(facts))
    return Result(replace(query, form="average"), True, (value,), cited=cite(facts))


def _spans(first: date, last: date, per: str) -> float:
    """Return how many weeks or months lie between two days, both included; whole months count as such."""
    if per == "month" and first.day == 1 and (last + timedelta(1)).day == 1:
        return float((last.year - first.year) * 12 + last.month - first.month + 1)
    return max(1.0, ((last - first).days + 1) / (7 if per == "week" else _DAYS_A_MONTH))


def _recurs(facts: Sequence[Fact], per: str) -> bool:
    """Whether something was noted once in each week or month, from the first to the last."""
    begins = [_begin(fact.item.day, per) for fact in facts]
    step = 7 if per == "week" else _DAYS_A_MONTH
    return len(set(begins)) == len(begins) > 2 and round((begins[-1] - begins[0]).days / step) == len(begins) - 1
