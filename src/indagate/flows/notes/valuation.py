"""What entries are worth in a field: values, units, currencies, means, extremes; and how they are cited."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.measure import CANONICAL, MILE, POUND
from indagate.flows.notes.query import Cited, Query, Result, Value
from indagate.flows.notes.settling import KG, KM, LB, MI

SHOWN = 60
"""At most so many notes are cited."""


def value_of(fact: Fact, name: str, activity: Activity) -> float | None:
    """Return the value of a field in a fact."""
    return value_in(fact.item.values, name, activity)


def value_in(values: Mapping[str, float], name: str, activity: Activity) -> float | None:
    """Return the value of a field: what was noted, computed where the field is a ratio or product, or its least."""
    if name in values:
        return values[name]
    field = activity.fields.get(name)
    if field is None:
        return None
    if field.ratio is not None:
        above, below = values.get(field.ratio[0]), values.get(field.ratio[1])
        return above / below if above and below else None
    if field.product:
        factors = [value_in(values, name, activity) for name in field.product]
        return math.prod(one for one in factors if one) if all(factors) else None
    return field.least


def valued(facts: Sequence[Fact], query: Query, activity: Activity) -> list[tuple[Fact, float]]:
    """Return the facts that have the value asked for, with it."""
    found = [(fact, value_of(fact, query.field, activity)) for fact in facts]
    return [(fact, value) for fact, value in found if value is not None]


def cite(facts: Iterable[Fact]) -> tuple[Cited, ...]:
    """Return the notes of some facts, each once."""
    found = {(fact.day, fact.line): Cited(fact.day, fact.line, fact.text) for fact in facts}
    return tuple(found.values())[:SHOWN]


def unit_of(field: Field | None, fact: Fact | None = None) -> str:
    """Return the unit in which a field is shown."""
    if field is None:
        return ""
    if field.dimension == "money":
        return fact.item.unit if fact else ""
    return "h" if field.shown == "hours" else CANONICAL.get(field.dimension, "")


def as_written(query: Query, facts: Sequence[Fact], activity: Activity) -> Query:
    """Return a query that wants its answer in the unit in which most of what it asks about was written."""
    field = activity.fields.get(query.field)
    tags = _UNITS_WRITTEN.get(field.dimension) if field is not None and not query.shown else None
    if tags is None:
        return query
    usual, other = (sum(tag in fact.item.tags for fact in facts) for tag in tags)
    return replace(query, shown=tags[1][1:]) if other > usual else query


_UNITS_WRITTEN = {"mass": (KG, LB), "length": (KM, MI), "pace": (KM, MI)}


def converted(result: Result) -> Result:
    """Return a result with its values in the unit that the question asks for."""
    shown = result.query.shown
    if not shown:
        return result
    return replace(result, values=tuple(_converted(value, shown) for value in result.values))


def _converted(value: Value, shown: str) -> Value:
    if shown == "km/h":
        return (
            replace(value, number=60 / value.number, unit=shown) if value.unit == "min/km" and value.number else value
        )
    factor, unit = _CONVERSION.get((value.unit, shown), (0.0, ""))
    return replace(value, number=value.number * factor, unit=unit) if factor else value


_CONVERSION = {
    ("km", "mi"): (1 / MILE, "mi"), ("min/km", "mi"): (MILE, "min/mi"),
    ("km", "m"): (1000.0, "m"), ("kg", "lb"): (1 / POUND, "lb"),
    ("h", "min"): (1.0, "minutes"), ("min", "min"): (1.0, "minutes"), ("min", "h"): (1.0, "h"),
    ("l", "ml"): (1000.0, "ml"),
}  # fmt: skip
"""By unit and wanted unit: the factor, and the name under which the number is shown."""


def of_one_currency(own: list[tuple[Fact, float]]) -> list[tuple[Fact, float]]:
    """Return the values in the currency that most have."""
    units = [fact.item.unit for fact, _ in own]
    most = max(sorted(set(units)), key=units.count, default="")
    return [(fact, value) for fact, value in own if fact.item.unit == most]


def currencies(facts: Sequence[Fact]) -> list[str]:
    """Return the currencies of some facts, the euro first."""
    return sorted({fact.item.unit for fact in facts}, key=lambda unit: "€₽$£".find(unit) if unit else 9)


def mean_of(query: Query, own: Sequence[tuple[Fact, float]], field: Field) -> tuple[float, int]:
    """Return the mean of the entries that have the value, by day where a day's value is asked for; pace by distance."""
    if field.ratio is not None and not query.median:
        both = [fact.item.values for fact, _ in own if field.ratio[0] in fact.item.values]
        if both:
            return sum(v[field.ratio[0]] for v in both) / sum(v[field.ratio[1]] for v in both), len(both)
    days: dict[date, float] = {}
    for fact, value in own:
        days[fact.item.day] = days.get(fact.item.day, 0.0) + value
    by_day = query.by_day
    total = sum(value for _, value in own)
    if query.median:
        each = list(days.values()) if by_day else [value for _, value in own]
        from statistics import median

        return median(each), len(each)
    return total / (len(days) if by_day else len(own)), len(days) if by_day else len(own)


def ranked(facts: Sequence[Fact], name: str, activity: Activity, best: str) -> list[Fact]:
    """Return the facts by a field's value, the best first."""

    def rank(fact: Fact) -> float:
        value = value_of(fact, name, activity)
        return -(value or 0.0) * (1 if best == "max" else -1) if value is not None else float("inf")

    return sorted(facts, key=rank)


def extreme(facts: Sequence[Fact], name: str, activity: Activity, best: str) -> Fact:
    """Return the fact with the best value of a field."""
    return ranked(facts, name, activity, best)[0]
