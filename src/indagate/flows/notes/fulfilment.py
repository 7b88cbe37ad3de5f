"""What was planned beside what was done: whether it came to be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.flows.notes.choice import fits, within
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.query import Condition, Period, Query, Result, Value
from indagate.flows.notes.valuation import cite, unit_of, value_of

_NEAR_ENOUGH = 0.99
"""What share of a planned distance or weight is taken for it."""
_QUICK = frozenset(("time", "pace"))


def fulfilled(query: Query, facts: Sequence[Fact], lexicon: Lexicon) -> Result:
    """Return whether what was planned was done: on its day, or until now where it had none; both are cited."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    assert activity is not None, "a query is made of loaded domains"
    open_ = replace(
        query,
        conditions=(),
        words=(),
        periods=(),
        subjects=(replace(query.subjects[0], kinds=_kinds(query, activity)),),
    )
    plans = _planned(
        query, [one for one in facts if one.item.why == "planned" and fits(one, open_, activity)], activity
    )
    wanted = _limits(query, activity) or (_conditions(plans[-1], activity) if plans else ())
    first, last = _days(query, plans)
    done = [
        one for one in facts
        if not one.item.why and fits(one, open_, activity) and first <= one.item.day <= last
    ]  # fmt: skip
    if not plans and not query.periods and not wanted:
        return Result(query, False)
    if query.kept != "whether":
        return _compared(query, plans, done, activity)
    those = [one for one in done if all(_met(one, condition, activity) for condition in wanted)]
    said = cite([*plans[-1:], *(those[-1:] or done[-1:])])
    if those:
        return Result(query, True, texts=(those[-1].item.said,), verdict=True, cited=said)
    name = next((one.field for one in wanted if one.field == activity.main), activity.main)
    near = [(value, one) for one in done if (value := value_of(one, name, activity)) is not None]
    if not near:
        return Result(replace(query, periods=query.periods), True, verdict=False, cited=said)
    value, best = max(near, key=lambda pair: pair[0])
    closest = Value(value, unit_of(activity.fields[name], best), "", best.item.day, len(near))
    return Result(query, True, (closest,), verdict=False, cited=said)


def _kinds(query: Query, activity: Activity) -> tuple[str, ...]:
    """Return the kinds that must be the same; a distance that must be reached need not be called a race."""
    return () if query.conditions and activity.means else query.subjects[0].kinds


def _limits(query: Query, activity: Activity) -> tuple[Condition, ...]:
    """Return what a question says must be reached: a time at most."""
    return tuple(
        replace(one, op="<=") if one.op == "~" and activity.fields[one.field].dimension in _QUICK else one
        for one in query.conditions
    )


def of_plans(query: Query, facts: Sequence[Fact], lexicon: Lexicon) -> Query:
    """Return a query for plans on the days for which they were made, where it names those on which they were made or a
    day of the week to come, and for a value that they have."""
    plans = [one for one in facts if one.item.why == "planned"]
    query = _of_a_value(query, plans, lexicon)
    if not query.periods or any(within(one.item.day, query.periods) for one in plans):
        return query
    first = query.periods[0].first
    days = [one.item.day for one in plans if within(one.day, query.periods)]
    days = days or [
        one.item.day for one in plans if one.item.day > query.as_of and (one.item.day - first).days in (7, 14)
    ]
    said = query.periods[0].said.lower().split()[-1:]
    days = days or [one.item.day for one in plans if said and said[0] in one.text.lower()]
    return replace(query, periods=(Period(days[-1], days[-1]),)) if days else query


def _of_a_value(query: Query, plans: Sequence[Fact], lexicon: Lexicon) -> Query:
    """Return a query for the main value where no plan has the one asked for: "how long" is a way too."""
    activity = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
    here = [one for one in plans if within(one.item.day, query.periods) or within(one.day, query.periods)]
    if activity is None or not here or any(query.field in one.item.values for one in here):
        return query
    return replace(query, field=activity.main, shown="")


def _planned(query: Query, plans: Sequence[Fact], activity: Activity) -> list[Fact]:
    """Return the plans that a question means: for its days or made on them, with its values if some have them."""
    if query.periods:
        plans = [one for one in plans if within(one.item.day, query.periods) or within(one.day, query.periods)]
    same = [one for one in plans if query.conditions and all(_same(one, c, activity) for c in query.conditions)]
    return list(same or plans)


def _same(fact: Fact, condition: Condition, activity: Activity) -> bool:
    value = value_of(fact, condition.field, activity)
    return value is not None and abs(value - condition.value) <= 0.03 * abs(condition.value)


def _conditions(plan: Fact, activity: Activity) -> tuple[Condition, ...]:
    """Return what must be reached for a plan to be done: a time at most, all else at least."""
    return tuple(
        Condition(
            name, "<=" if activity.fields[name].dimension in _QUICK and len(plan.item.values) > 1 else ">=", value
        )
        for name, value in plan.item.values.items()
        if name in activity.fields and activity.fields[name].dimension not in {"sets", "reps", "count"}
    )


def _met(fact: Fact, condition: Condition, activity: Activity) -> bool:
    value = value_of(fact, condition.field, activity)
    if value is None:
        return False
    if condition.op in {"<", "<="}:
        return value <= condition.value
    return value >= condition.value * _NEAR_ENOUGH


def _days(query: Query, plans: Sequence[Fact]) -> tuple[date, date]:
    """Return the days on which a plan was to be done: those asked about, its own, or all since it was made."""
    if query.periods and not any(within(one.day, query.periods) for one in plans):
        return query.periods[0].first, min(query.periods[-1].last, query.as_of)
    if plans and plans[-1].item.day != plans[-1].day:
        past = plans[-1].item.day < plans[-1].day  # "on friday", of which a note of something done means the last
        day = plans[-1].item.day + timedelta(7 if past else 0)
        return day, day
    if query.periods:
        return query.periods[0].first, min(query.periods[-1].last, query.as_of)
    return (plans[-1].day if plans else date.min + timedelta(1)), query.as_of


def _compared(query: Query, plans: Sequence[Fact], done: Sequence[Fact], activity: Activity) -> Result:
    """Return whether more or less was done than planned: quicker is a shorter time over the same way."""
    for name, field in activity.fields.items():
        if name != activity.main if query.kept != "quicker" else field.dimension not in _QUICK:
            continue
        meant = [one for one in plans if name in one.item.values]
        if not meant:
            continue
        others = [one for one in _conditions(meant[-1], activity) if one.field != name]
        real = [
            one
            for one in done
            if value_of(one, name, activity) is not None and all(_met(one, c, activity) for c in others)
        ]
        if not real:
            return Result(query, False, cited=cite(meant[-1:]))
        value = value_of(real[-1], name, activity) or 0.0
        verdict = value > meant[-1].item.values[name] if query.kept == "more" else value < meant[-1].item.values[name]
        said = cite([meant[-1], real[-1]])
        if verdict:
            return Result(query, True, texts=(real[-1].item.said,), verdict=True, cited=said)
        closest = Value(value, unit_of(field, real[-1]), "", real[-1].item.day, 1)
        return Result(query, True, (closest,), verdict=False, cited=said)
    return Result(query, False)
