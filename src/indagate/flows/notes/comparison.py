"""Values set side by side: a direction over time, two periods, days with another thing and days without."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from indagate.flows.notes.choice import days_of, on_side, within
from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Query, Result, Value
from indagate.flows.notes.valuation import (
    cite,
    currencies,
    extreme,
    mean_of,
    of_one_currency,
    unit_of,
    value_of,
    valued,
)


def trend(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Fit a line through the days' values; the change along it says the direction."""
    own = of_one_currency(valued(facts, query, activity))
    field = activity.fields.get(query.field)
    if len(own) < (2 if query.difference else 3) or field is None:
        return Result(query, False, cited=cite(fact for fact, _ in own), complete=False)
    days: dict[date, list[float]] = {}
    for fact, value in own:
        days.setdefault(fact.item.day, []).append(value)
    points = [
        (day.toordinal(), max(some) if activity.activity == "lift" else sum(some) / len(some))
        for day, some in sorted(days.items())
    ]
    slope, middle = _line(points)
    span = points[-1][0] - points[0][0]
    change = slope * span
    steady = abs(change) < 0.01 * abs(middle) if middle else True
    start, end = middle - change / 2, middle + change / 2
    values = (
        Value(points[0][1], unit_of(field, own[0][0]), "first", own[0][0].item.day, len(own)),
        Value(points[-1][1], unit_of(field, own[-1][0]), "last", own[-1][0].item.day, len(own)),
        Value(start, unit_of(field, own[0][0]), "from"),
        Value(end, unit_of(field, own[0][0]), "to"),
    )
    ends = [own[0][0], *[f for f, _ in own[len(own) // 2 : len(own) // 2 + 1]], own[-1][0]]
    return Result(
        query, True, values, verdict=None if steady else change > 0, cited=cite([*ends, *(f for f, _ in own)])
    )


def _line(points: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Return the slope of the least squares line and the value in the middle of the days."""
    n = len(points)
    x, y = sum(p[0] for p in points) / n, sum(p[1] for p in points) / n
    spread = sum((p[0] - x) ** 2 for p in points)
    slope = sum((p[0] - x) * (p[1] - y) for p in points) / spread if spread else 0.0
    return slope, y + slope * ((points[0][0] + points[-1][0]) / 2 - x)


def compare(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Set two periods side by side: totals, means or numbers of times."""
    field = activity.fields.get(query.field)
    values: list[Value] = []
    used: list[Fact] = []
    mean = (
        query.mean
        or query.by_day
        or bool(_AVERAGE.search(query.text.lower()))
        or (field is not None and (field.mean or not field.sum))
    )
    often = _OFTEN.search(query.text.lower()) or _DAYS_TOPIC.match(query.text.lower())
    counts = field is None or bool(often) or (field.dimension != "count" and of_things(query, activity))
    best = bool(
        re.search(
            r"\b(longest|best|heaviest|fastest|highest|max|maximum|peak|top|record|pr|рекорд\w*|лучш(?:ий|ая|ую|"
            r"ие|ей|его)|сам\w+)\b",
            query.text.lower(),
        )
    )
    for period in query.periods[:2]:
        some = [fact for fact in facts if within(fact.item.day, (period,))]
        own = valued(some, query, activity)
        used += [fact for fact, _ in own] if not counts else some
        if counts or field is None:
            values.append(Value(len({fact.item.day for fact in some}), "", period.said, period.first, len(some)))
        elif field.dimension == "money":
            for unit in currencies([fact for fact, _ in own]):
                paid = [v for fact, v in own if fact.item.unit == unit]
                values.append(Value(sum(paid), unit, period.said, period.first, len(paid)))
        elif best and own:
            top = extreme([fact for fact, _ in own], query.field, activity, field.best)
            value = value_of(top, query.field, activity) or 0.0
            values.append(Value(value, unit_of(field, top), period.said, period.first, len(own)))
        elif mean:
            value, entries = mean_of(query, own, field) if own else (0.0, 0)
            values.append(Value(value, unit_of(field, own[0][0] if own else None), period.said, period.first, entries))
        else:
            values.append(Value(sum(v for _, v in own), unit_of(field), period.said, period.first, len(own)))
    lacking = not counts and field is not None and not field.sum and not all(value.entries for value in values)
    if lacking or not any(value.number for value in values):
        return Result(query, False, cited=cite(facts[-3:]))
    return Result(replace(query, mean=bool(mean) and not best and not counts), True, tuple(values), cited=cite(used))


def of_things(query: Query, activity: Activity) -> bool:
    """Whether more or fewer of the things themselves are asked for: "more runs in May or in June"."""
    many = {name.lower() for names in activity.labels.values() for name in names[1:]}
    return any(match[1] in many for match in _MORE_OF.finditer(query.text.lower()))


_OFTEN = pattern(
    r"\b(often|times|sessions?|workouts?|how many days|(?:more|fewer) (?:\w+ )?(?:days|nights|entries)|чаще|реже|раз|"
    r"тренировок|(?:больше|меньше|сколько) (?:\w+ ){0,2}?(?:дней|ночей|дня|записей|силовых|занятий)|"
    r"(?:по )?(?:числу|количеству)|число|количество)\b"
)
_DAYS_TOPIC = pattern(r"\W*(?:my )?(?:[\w-]+ ){1,2}(?:days|nights|sessions)\s*[:,–-]")
"""What begins with days of something, of which the number is asked for: "gym days: June vs August"."""
_AVERAGE = pattern(r"\b(average|averages|avg|mean|typical|в среднем|средн\w+)\b")
_MORE_OF = pattern(r"\b(?:more|fewer|most|fewest|number of|больше|меньше|mehr|weniger) ([^\W\d]+)")


def effect(
    query: Query, facts: Sequence[Fact], sides: Sequence[Sequence[Fact]], activity: Activity, lexicon: Lexicon
) -> Result:
    """Set the mean on days with the other thing beside that on days without; a count of each."""
    if not sides or not query.sides or activity.fields.get(query.field) is None:
        return Result(query, False)
    side = query.sides[0]
    days = days_of(side, sides[0], lexicon)
    own = _by_day(of_one_currency(valued(facts, query, activity)), activity.fields[query.field])
    groups = [[(f, v) for f, v in own if on_side(f.item.day, side, days) is inside] for inside in (True, False)]
    if not all(groups):
        return Result(query, False, cited=cite(f for f, _ in own[-3:]), complete=False)
    field = activity.fields[query.field]
    values = tuple(
        Value(sum(v for _, v in some) / len(some), unit_of(field, some[0][0]), label, entries=len(some))
        for some, label in zip(groups, ("with", "without"), strict=True)
    )
    return Result(query, True, values, verdict=values[0].number > values[1].number, cited=cite(f for f, _ in groups[0]))


def _by_day(own: Sequence[tuple[Fact, float]], field: Field) -> list[tuple[Fact, float]]:
    """Return what fell to each day, where values are added up: what was eaten, spent, drunk that day."""
    if not field.sum:
        return list(own)
    days: dict[date, tuple[Fact, float]] = {}
    for fact, value in own:
        first, total = days.get(fact.item.day, (fact, 0.0))
        days[fact.item.day] = (first, total + value)
    return list(days.values())
