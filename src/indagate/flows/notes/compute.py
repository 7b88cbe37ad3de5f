"""Answers computed from the entries: no number comes from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from indagate.flows.notes.choice import beside, counts, fits, holds, latest_spell, meets, said, within
from indagate.flows.notes.comparison import compare, effect, trend
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Condition, Query, Result, Value
from indagate.flows.notes.series import kinds_of, pause, rank, spans, streak
from indagate.flows.notes.spreading import by_group, by_span
from indagate.flows.notes.valuation import (
    cite,
    currencies,
    extreme,
    mean_of,
    of_one_currency,
    ranked,
    unit_of,
    value_of,
    valued,
)


def compute(query: Query, facts: Sequence[Fact], sides: Sequence[Sequence[Fact]], lexicon: Lexicon) -> Result:
    """Return what the entries answer. `sides` are the facts of the query's sides, in their order."""
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    assert activity is not None, "a query is made of loaded domains"
    if len(query.subjects) > 1:
        return _any_of(query, facts, lexicon)
    own = [fact for fact in facts if fits(fact, query, activity)]
    if not own and query.form == "first":  # "when did I first run 20 km": or more
        more = replace(query, conditions=tuple(replace(c, op=">=") if c.op == "~" else c for c in query.conditions))
        own = [fact for fact in facts if fits(fact, more, activity)]
    counted = [fact for fact in own if counts(fact, query)]
    for words in query.words:
        if not words.strict:
            counted = [fact for fact in counted if said(fact, words)] or counted
    wanted = _of_days(counted, query)
    if query.sides and query.form != "effect":
        wanted = beside(wanted, query.sides, sides, lexicon)
    if not wanted and query.form != "effect":
        return _none_of_them(query, facts, activity) or _nothing(query, own, counted)
    if query.form == "effect":
        return effect(query, wanted, sides, activity, lexicon)
    if query.form == "often" and (query.group or query.totals):
        return spans(query, wanted, activity)
    if query.distinct:
        return kinds_of(query, wanted)
    if query.group and activity.main:
        return by_group(query, wanted, activity)
    if query.per and query.form in {"average", "sum", "count", "often"} and not query.absent:
        return by_span(query, wanted, activity)
    return _FORMS.get(query.form, _listed)(query, wanted, activity)


def _of_days(facts: Sequence[Fact], query: Query) -> list[Fact]:
    """Return the facts of the days asked about."""
    wanted = [fact for fact in facts if within(fact.item.day, query.periods)]
    return [fact for fact in wanted if fact.item.day.weekday() in query.weekdays] if query.weekdays else wanted


def _any_of(query: Query, facts: Sequence[Fact], lexicon: Lexicon) -> Result:
    """Count the days on which any of several things was done, add them up, or return the first or last of them."""
    wanted: list[Fact] = []
    for one in query.subjects:
        activity = lexicon.activity(one.domain, one.activity)
        asked = replace(query, subjects=(one,), conditions=())
        mine = [f for f in facts if (f.item.domain, f.item.activity) == (one.domain, one.activity)]
        wanted += [f for f in mine if activity and fits(f, asked, activity) and counts(f, asked)]
    wanted = sorted(_of_days(wanted, query), key=lambda fact: (fact.item.day, fact.line))
    if not wanted:
        return _nothing(query, (), ())
    if query.form == "sum" and query.field:
        first = lexicon.activity(query.subjects[0].domain, query.subjects[0].activity)
        return _sum(query, wanted, first) if first is not None else _nothing(query, (), ())
    if query.form in {"last", "first"}:
        fact = wanted[0] if query.form == "first" else wanted[-1]
        return Result(query, True, (Value(0.0, "", "", fact.item.day, 1),), (fact.item.said,), cited=cite([fact]))
    days = len({fact.item.day for fact in wanted})
    return Result(query, True, (Value(days, "", "days", entries=len(wanted)),), cited=cite(wanted))


def _none_of_them(query: Query, facts: Sequence[Fact], activity: Activity) -> Result | None:
    """Return that no entry of the days asked about is as was asked, where there are entries."""
    if query.form not in {"count", "often"} or not (query.conditions or query.weekdays or query.sides) or query.who:
        return None
    if any("?" in words.stems for side in query.sides for words in side.words):
        return None  # "after a bad night": no entry says which those were
    loose = replace(query, conditions=(), weekdays=())
    there = _of_days([fact for fact in facts if fits(fact, loose, activity) and counts(fact, loose)], loose)
    if not there:
        return None
    return Result(query, True, (Value(0, "", "entries", entries=len(there)),), cited=cite(there[-3:]))


def _nothing(query: Query, own: Sequence[Fact], counted: Sequence[Fact]) -> Result:
    """Return that there is nothing, with what else the notes say of it."""
    here = [fact for fact in own if within(fact.item.day, query.periods)]
    elsewhere = [fact.item.day for fact in counted]
    middle = query.periods[0].first if query.periods else query.as_of
    near = min(elsewhere, key=lambda day: abs(day - middle), default=None) if query.periods else None
    here = [] if query.sides else here
    aside = [fact for fact in here if fact.item.why in {"planned", "other", "denied"}]
    return Result(
        query, False, near=near, planned=any(fact.item.why == "planned" for fact in here),
        others=any(fact.item.why == "other" for fact in here), denied=any(fact.item.why == "denied" for fact in here),
        verdict=False if query.form == "verdict" else None, cited=cite(aside[-3:]),
    )  # fmt: skip


def _count(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    by_days = query.form == "often" and (
        activity.days or bool(query.sides) or "day" in query.text.lower() or "дн" in query.text.lower()
    )
    asked = re.search(r"\b(how many (\w+ )?(days|nights)|сколько (дней|ночей)|скольк\w+ дн)", query.text.lower())
    if activity.activity == "lift" or by_days or asked:
        days = sorted({fact.item.day for fact in facts})
        label = "days"
        return Result(query, True, (Value(len(days), "", label, entries=len(facts)),), cited=cite(facts))
    return Result(query, True, (Value(len(facts), "", "entries", entries=len(facts)),), cited=cite(facts))


def _sum(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    own = valued(facts, query, activity)
    if not own:
        return replace(_nothing(query, facts, facts), near=None)
    field = activity.fields[query.field]
    values = [
        Value(
            sum(value for fact, value in own if fact.item.unit == unit or field.dimension != "money"),
            unit_of(field, next((f for f, _ in own if f.item.unit == unit), None)),
            entries=sum(fact.item.unit == unit or field.dimension != "money" for fact, _ in own),
        )
        for unit in (currencies([fact for fact, _ in own]) if field.dimension == "money" else [""])
    ]
    whole = len(own) == len(facts)
    return Result(query, True, tuple(values), cited=cite(fact for fact, _ in own), complete=whole)


def _average(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    own = valued(facts, query, activity)
    if not own:
        return replace(_nothing(query, facts, facts), near=None)
    field = activity.fields[query.field]
    values = []
    for unit in currencies([fact for fact, _ in own]) if field.dimension == "money" else [""]:
        some = [(fact, value) for fact, value in own if field.dimension != "money" or fact.item.unit == unit]
        number, entries = mean_of(query, some, field)
        values.append(Value(number, unit_of(field, some[0][0]), entries=entries))
    return Result(query, True, tuple(values), cited=cite(fact for fact, _ in own))


def _value(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the value on a day, or the latest of a period."""
    own = valued(facts, query, activity)
    if not own:
        return _listed(query, facts, activity)
    fact, value = own[-1]
    field = activity.fields[query.field]
    same = [v for f, v in own if f.item.day == fact.item.day]
    if activity.activity == "lift":
        value = max(same)
    return Result(query, True, (Value(value, unit_of(field, fact), day=fact.item.day, entries=1),), cited=cite([fact]))


def _record(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    if query.of:
        return _of_the_best(query, facts, activity)
    own = [fact for fact, _ in valued(facts, query, activity)]
    if not own:
        names = sorted(activity.fields, key=lambda name: activity.fields[name].sum)
        other = next((name for name in names if any(name in fact.item.values for fact in facts)), "")
        if not other:
            return replace(_nothing(query, facts, facts), near=None)
        query = replace(query, field=other)
        own = [fact for fact, _ in valued(facts, query, activity)]
    field = activity.fields[query.field]
    top = extreme(own, query.field, activity, query.best)
    if query.by_day and field.sum:
        return _busiest(query, own, activity)
    if query.nth > 1 or query.top:
        order = ranked(own, query.field, activity, query.best)
        if query.top:
            return _several(query, order[: query.top], activity)
        if len(order) < query.nth:
            return Result(query, False, cited=cite(order))
        top = order[query.nth - 1]
    value = value_of(top, query.field, activity) or 0.0
    tied = [fact for fact in own if fact.item.day != top.item.day and value_of(fact, query.field, activity) == value]
    label = top.item.kind
    return Result(
        query, True, (Value(value, unit_of(field, top), label, top.item.day, len(own)),),
        texts=tuple(fact.item.day.isoformat() for fact in tied[-1:]), cited=cite([top]),
    )  # fmt: skip


def _of_the_best(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return a value of the entry that is the best by another: the pace of the longest run."""
    own = [fact for fact, _ in valued(facts, replace(query, field=query.of), activity)]
    top = extreme(own, query.of, activity, query.best) if own else None
    value = value_of(top, query.field, activity) if top is not None else None
    if top is None or value is None:
        return Result(query, False, cited=cite(own[:3]))
    shown = Value(value, unit_of(activity.fields[query.field], top), top.item.kind, top.item.day, 1)
    return Result(query, True, (shown,), cited=cite([top]))


def _busiest(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    days: dict[date, float] = {}
    own = of_one_currency(valued(facts, query, activity))
    for fact, value in own:
        days[fact.item.day] = days.get(fact.item.day, 0.0) + value
    pick: Callable[..., date] = max if query.best == "max" else min
    day = pick(days, key=lambda one: days[one])
    top = [fact for fact, _ in own if fact.item.day == day]
    field = activity.fields[query.field]
    return Result(query, True, (Value(days[day], unit_of(field, top[0]), "", day, len(days)),), cited=cite(top))


def _last(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    latest = _LATEST.search(query.text.lower()) or (query.bound is not None and query.bound.when == "before")
    if query.periods and not query.top and query.nth == 1 and not latest:
        return _listed(replace(query, form="list"), facts, activity)  # "when in May did I squat": all of its days
    return _one_of(query, list(reversed(facts)), activity)


_LATEST = pattern(
    r"\b(last|latest|recent\w*|ago|since|it been|последн\w+|прошл\w+ раз|давно|недавн\w+|назад|zuletzt|letzt\w+)\b"
)


def _first(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    low = query.text.lower()
    if activity.spells and _BEGAN.search(low) and not _FIRST.search(low):
        facts = latest_spell(facts, activity.spells)
    return _one_of(query, facts, activity)


_BEGAN = pattern(r"\b(start|started|begin|began|come on|set in|начал\w*)\b")
_FIRST = pattern(r"\b(first|ever|впервые|перв\w+)\b")


def _several(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the first, the last or the best few: all of them, their total or their mean."""
    field = activity.fields.get(query.field)
    if _MEAN.search(query.text.lower()):
        return _average(replace(query, form="average"), facts, activity)
    if field is not None and field.sum and _TOTAL.search(query.text.lower()):
        return _sum(replace(query, form="sum"), facts, activity)
    return _listed(replace(query, form="list"), facts, activity)


_TOTAL = pattern(r"\b(total|sum|together|combined|altogether|add up|вместе|всего|сумм\w+|итого)\b")
_MEAN = pattern(r"\b(average|avg|on average|mean|в среднем|средн\w+)\b")


def _one_of(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the nth of some things in their order, or the first few; of a lift the nth day."""
    if query.nth == 1 and not query.top:
        return _moment(query, facts[0], activity)
    seen: dict[object, Fact] = {}
    for fact in facts:
        seen.setdefault(fact.item.day if activity.days else (fact.item.day, fact.line, fact.item.said), fact)
    order = list(seen.values())
    if query.top:
        return _several(query, order[: query.top], activity)
    if len(order) < query.nth:
        return Result(query, False, cited=cite(order))
    return _moment(query, order[query.nth - 1], activity)


def _moment(query: Query, fact: Fact, activity: Activity) -> Result:
    value = value_of(fact, query.field, activity)
    field = activity.fields.get(query.field)
    return Result(
        query, True, (Value(value or 0.0, unit_of(field, fact) if value is not None else "", "", fact.item.day, 1),),
        texts=(fact.item.said,), cited=cite([fact]),
    )  # fmt: skip


def _listed(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    shown = list(facts)[-40:]
    texts = tuple(fact.item.said for fact in shown)
    name = query.field or activity.main
    values = tuple(
        Value(
            value_of(f, name, activity) or 0.0,
            unit_of(activity.fields.get(name), f),
            f.item.kind,
            f.item.day,
            1,
        )
        for f in shown
    )
    return Result(query, True, values, texts, cited=cite(shown), complete=len(shown) == len(facts))


def _verdict(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    those = [fact for fact in facts if all(meets(fact, one, activity) for one in query.conditions)]
    if those:
        shown = those[-1:] if not query.periods else those
        return Result(query, True, texts=tuple(f.item.said for f in shown[-3:]), verdict=True, cited=cite(shown))
    own = [fact for fact, _ in valued(facts, query, activity)]
    if not own:
        return Result(query, True, verdict=False)
    whole = _sum(query, facts, activity) if query.periods and len(own) > 1 else None
    if (
        whole is not None
        and activity.fields[query.field].sum
        and all(_together(whole, one, own) for one in query.conditions)
    ):
        return replace(whole, verdict=True)  # "did I run 100 km in May": not at once, but together
    name = query.conditions[0].field
    best = "max" if query.conditions[0].op in {">", ">=", "~"} else "min"
    top = extreme(own, name, activity, best)
    value = value_of(top, name, activity)
    if value is None:
        return Result(query, True, verdict=False, cited=cite([top]))
    closest = Value(value, unit_of(activity.fields[name], top), "", top.item.day, len(own))
    return Result(query, True, (closest,), verdict=False, cited=cite([top]))


def _together(whole: Result, condition: Condition, own: Sequence[Fact]) -> bool:
    """Whether a total is what a condition asks of it: it says so, or no single entry comes near what is asked."""
    query, total = whole.query, whole.values[0].number if whole.values else 0.0
    most = max((fact.item.values.get(query.field, 0.0) for fact in own), default=0.0)
    meant = bool(_TOTAL.search(query.text.lower())) or condition.value > 2 * most
    asked = condition.field == query.field and condition.op in {">", ">=", "~"}
    return asked and meant and holds(total, replace(condition, op=">" if condition.op == ">" else ">="))


_FORMS: dict[str, Callable[[Query, Sequence[Fact], Activity], Result]] = {
    "count": _count, "often": _count, "sum": _sum, "average": _average, "value": _value, "record": _record,
    "last": _last, "first": _first, "trend": trend, "compare": compare, "list": _listed, "verdict": _verdict,
    "streak": streak, "pause": pause, "rank": rank,
}  # fmt: skip
