"""Answers computed from the entries: counts, sums, means, extremes, trends, comparisons. No number comes from elsewhere."""  # noqa: E501

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.entry import Fact
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import CANONICAL
from indagate.flows.notes.query import Cited, Condition, Period, Query, Result, Side, Value, Words
from indagate.flows.notes.token import plain, tokens

SHOWN = 60
"""At most so many notes are cited."""
NEAR = timedelta(10)
"""How far a value may lie from the day that another thing names."""


def compute(query: Query, facts: Sequence[Fact], sides: Sequence[Sequence[Fact]], lexicon: Lexicon) -> Result:
    """Return what the entries answer. `sides` are the facts of the query's sides, in their order."""
    subject = query.subjects[0]
    activity = lexicon.activity(subject.domain, subject.activity)
    assert activity is not None, "a query is made of loaded domains"
    own = [fact for fact in facts if _fits(fact, query, activity)]
    counted = [fact for fact in own if _counts(fact, query)]
    wanted = [fact for fact in counted if _within(fact.item.day, query.periods)]
    if query.sides and query.form != "effect":
        wanted = _beside(wanted, query.sides, sides, lexicon)
    if not wanted and query.form != "effect":
        return _nothing(query, own, counted)
    if query.form == "effect":
        return _effect(query, wanted, sides, activity, lexicon)
    return _FORMS.get(query.form, _listed)(query, wanted, activity)


def _fits(fact: Fact, query: Query, activity: Activity) -> bool:
    """Whether a fact is of the kinds, values and words that are asked for, whoever did it."""
    item = fact.item
    kinds = query.subjects[0].kinds
    if kinds and item.kind not in kinds and not any(f"#{kind}" in item.tags for kind in kinds):
        return False
    if query.unit and item.unit != query.unit:
        return False
    if query.form not in {"verdict"} and not all(_meets(fact, one, activity) for one in query.conditions):
        return False
    return all(said(fact, words) for words in query.words if words.strict)


def said(fact: Fact, words: Words) -> bool:
    """Whether one of some words is said with a fact; or, with `without`, said to be lacking."""
    has = bool(set(words.stems) & set(fact.item.tags))
    if not words.without or not has:
        return has
    low = [token.low for token in tokens(plain(fact.item.said))]
    return any(word in {"without", "no", "без", "ohne", "unassisted"} for word in low)


def _counts(fact: Fact, query: Query) -> bool:
    if query.who:
        return bool(fact.item.who) and same_person(fact.item.who, query.who)
    return not fact.item.why


_LETTERS = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", (
    ["a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "h", "c", "ch", "sh", "sh", "", "y", "", "e", "yu", "ya"]), strict=False))  # fmt: skip  # noqa: E501
_KIN = ("brother брат bruder", "sister сестр schwester", "wife жен frau", "husband муж mann", "mother mom mum мам мать mutter",  # noqa: E501
        "father dad пап отец отц vater", "friend друг друз freund", "boss начальник шеф chef", "colleague коллег kolleg",  # noqa: E501
        "coach trainer тренер", "neighbour neighbor сосед nachbar", "son сын sohn", "daughter доч tochter")  # fmt: skip


def same_person(one: str, other: str) -> bool:
    """Whether two names mean the same person: Masha, Маши; brother, брат."""
    for group in _KIN:
        roots = group.split()
        if any(one.startswith(root) for root in roots) and any(other.startswith(root) for root in roots):
            return True
    a, b = ("".join(_LETTERS.get(sign, sign) for sign in name) for name in (one, other))
    size = max(3, min(len(a), len(b)) - 1)
    return a[:size] == b[:size]


def _meets(fact: Fact, condition: Condition, activity: Activity) -> bool:
    value = value_of(fact, condition.field, activity)
    if value is None:
        return False
    limit, slack = condition.value, 1e-6 * max(1.0, abs(condition.value))
    if condition.op == "~":
        return abs(value - limit) <= 0.05 * abs(limit) + slack
    if condition.op in {">", ">="}:
        return value > limit + slack if condition.op == ">" else value >= limit - slack
    return value < limit - slack if condition.op == "<" else value <= limit + slack


def value_of(fact: Fact, name: str, activity: Activity) -> float | None:
    """Return the value of a field in a fact: what was noted, computed where the field is a ratio, or its least."""
    values = fact.item.values
    if name in values:
        return values[name]
    field = activity.fields.get(name)
    if field is None:
        return None
    if field.ratio is not None:
        above, below = values.get(field.ratio[0]), values.get(field.ratio[1])
        return above / below if above and below else None
    return field.least


def _within(day: date, periods: Sequence[Period]) -> bool:
    return not periods or any(one.first <= day <= one.last for one in periods)


def _beside(wanted: list[Fact], sides: Sequence[Side], facts: Sequence[Sequence[Fact]], lexicon: Lexicon) -> list[Fact]:
    """Return the facts on the days of the sides; for `near`, those closest before."""
    for side, others in zip(sides, facts, strict=True):
        days = {fact.item.day + timedelta(side.later) for fact in _of_side(side, others, lexicon)}
        if not side.near:
            wanted = [fact for fact in wanted if fact.item.day in days]
            continue
        best = _record_day(side, others, lexicon)
        close = [fact for fact in wanted if best and abs(fact.item.day - best) <= NEAR]
        if best is not None and close:
            top = min(abs(fact.item.day - best) for fact in close)
            wanted = [fact for fact in close if abs(fact.item.day - best) == top][:1]
        else:
            wanted = []
    return wanted


def _of_side(side: Side, facts: Sequence[Fact], lexicon: Lexicon) -> list[Fact]:
    activity = lexicon.activity(side.subject.domain, side.subject.activity)
    return [
        fact
        for fact in facts
        if not fact.item.why
        and (not side.subject.kinds or fact.item.kind in side.subject.kinds)
        and _within(fact.item.day, side.periods)
        and activity is not None
        and all(_meets(fact, one, activity) for one in side.conditions)
    ]


def _record_day(side: Side, facts: Sequence[Fact], lexicon: Lexicon) -> date | None:
    activity = lexicon.activity(side.subject.domain, side.subject.activity)
    own = _of_side(side, facts, lexicon)
    if activity is None or not own:
        return None
    return _extreme(own, activity.main, activity, activity.fields[activity.main].best).item.day


def _nothing(query: Query, own: Sequence[Fact], counted: Sequence[Fact]) -> Result:
    """Return that there is nothing, with what else the notes say of it."""
    here = [fact for fact in own if _within(fact.item.day, query.periods)]
    elsewhere = [fact.item.day for fact in counted]
    middle = query.periods[0].first if query.periods else query.as_of
    near = min(elsewhere, key=lambda day: abs(day - middle), default=None) if query.periods else None
    aside = [fact for fact in here if fact.item.why in {"planned", "other", "denied"}]
    return Result(
        query, False, near=near, planned=any(fact.item.why == "planned" for fact in here),
        others=any(fact.item.why == "other" for fact in here), denied=any(fact.item.why == "denied" for fact in here),
        verdict=False if query.form == "verdict" else None, cited=cite(aside[-3:]),
    )  # fmt: skip


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


def _valued(facts: Sequence[Fact], query: Query, activity: Activity) -> list[tuple[Fact, float]]:
    found = [(fact, value_of(fact, query.field, activity)) for fact in facts]
    return [(fact, value) for fact, value in found if value is not None]


def _currencies(facts: Sequence[Fact]) -> list[str]:
    return sorted({fact.item.unit for fact in facts}, key=lambda unit: "€₽$£".find(unit) if unit else 9)


def _count(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    by_days = query.form == "often" and (
        activity.days or bool(query.sides) or "day" in query.text.lower() or "дн" in query.text.lower()
    )
    if activity.activity == "lift" or by_days or query.sides:
        days = sorted({fact.item.day for fact in facts})
        label = "days"
        return Result(query, True, (Value(len(days), "", label, entries=len(facts)),), cited=cite(facts))
    return Result(query, True, (Value(len(facts), "", "entries", entries=len(facts)),), cited=cite(facts))


def _sum(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    own = _valued(facts, query, activity)
    if not own:
        return replace(_nothing(query, facts, facts), near=None)
    field = activity.fields[query.field]
    values = [
        Value(
            sum(value for fact, value in own if fact.item.unit == unit or field.dimension != "money"),
            unit_of(field, next((f for f, _ in own if f.item.unit == unit), None)),
            entries=sum(fact.item.unit == unit or field.dimension != "money" for fact, _ in own),
        )
        for unit in (_currencies([fact for fact, _ in own]) if field.dimension == "money" else [""])
    ]
    whole = len(own) == len(facts)
    return Result(query, True, tuple(values), cited=cite(fact for fact, _ in own), complete=whole)


def _average(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    own = _valued(facts, query, activity)
    if not own:
        return replace(_nothing(query, facts, facts), near=None)
    field = activity.fields[query.field]
    values = []
    for unit in _currencies([fact for fact, _ in own]) if field.dimension == "money" else [""]:
        some = [(fact, value) for fact, value in own if field.dimension != "money" or fact.item.unit == unit]
        number, entries = _mean(query, some, field)
        values.append(Value(number, unit_of(field, some[0][0]), entries=entries))
    return Result(query, True, tuple(values), cited=cite(fact for fact, _ in own))


def _mean(query: Query, own: Sequence[tuple[Fact, float]], field: Field) -> tuple[float, int]:
    """Return the mean of the entries that have the value, by day where a day's value is asked for; pace by distance."""
    if field.ratio is not None:
        both = [fact.item.values for fact, _ in own if field.ratio[0] in fact.item.values]
        if both:
            return sum(v[field.ratio[0]] for v in both) / sum(v[field.ratio[1]] for v in both), len(both)
    days: dict[date, float] = {}
    for fact, value in own:
        days[fact.item.day] = days.get(fact.item.day, 0.0) + value
    by_day = query.by_day or (field.dimension == "time" and field.shown == "hours" and field.sum)
    total = sum(value for _, value in own)
    return total / (len(days) if by_day else len(own)), len(days) if by_day else len(own)


def _value(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Return the value on a day, or the latest of a period."""
    own = _valued(facts, query, activity)
    if not own:
        return _listed(query, facts, activity)
    fact, value = own[-1]
    field = activity.fields[query.field]
    same = [v for f, v in own if f.item.day == fact.item.day]
    if activity.activity == "lift":
        value = max(same)
    return Result(query, True, (Value(value, unit_of(field, fact), day=fact.item.day, entries=1),), cited=cite([fact]))


def _extreme(facts: Sequence[Fact], name: str, activity: Activity, best: str) -> Fact:
    def rank(fact: Fact) -> float:
        value = value_of(fact, name, activity)
        return (value or 0.0) * (1 if best == "max" else -1) if value is not None else float("-inf")

    return max(facts, key=rank)


def _record(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    own = [fact for fact, _ in _valued(facts, query, activity)]
    if not own:
        other = next((name for name in activity.fields if any(name in fact.item.values for fact in facts)), "")
        if not other:
            return replace(_nothing(query, facts, facts), near=None)
        query = replace(query, field=other)
        own = [fact for fact, _ in _valued(facts, query, activity)]
    field = activity.fields[query.field]
    top = _extreme(own, query.field, activity, query.best)
    if query.by_day and field.sum:
        return _busiest(query, own, activity)
    value = value_of(top, query.field, activity) or 0.0
    tied = [fact for fact in own if fact.item.day != top.item.day and value_of(fact, query.field, activity) == value]
    label = top.item.kind
    return Result(
        query, True, (Value(value, unit_of(field, top), label, top.item.day, len(own)),),
        texts=tuple(fact.item.day.isoformat() for fact in tied[-1:]), cited=cite([top]),
    )  # fmt: skip


def _busiest(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    days: dict[date, float] = {}
    for fact in facts:
        days[fact.item.day] = days.get(fact.item.day, 0.0) + (value_of(fact, query.field, activity) or 0.0)
    pick: Callable[..., date] = max if query.best == "max" else min
    day = pick(days, key=lambda one: days[one])
    top = [fact for fact in facts if fact.item.day == day]
    field = activity.fields[query.field]
    return Result(query, True, (Value(days[day], unit_of(field, top[0]), "", day, len(top)),), cited=cite(top))


def _last(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    return _moment(query, facts[-1], activity)


def _first(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    return _moment(query, facts[0], activity)


def _moment(query: Query, fact: Fact, activity: Activity) -> Result:
    value = value_of(fact, query.field, activity)
    field = activity.fields.get(query.field)
    return Result(
        query, True, (Value(value or 0.0, unit_of(field, fact) if value is not None else "", "", fact.item.day, 1),),
        texts=(fact.item.said,), cited=cite([fact]),
    )  # fmt: skip


def _trend(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    """Fit a line through the days' values; the change along it says the direction."""
    own = _valued(facts, query, activity)
    field = activity.fields.get(query.field)
    if len(own) < 3 or field is None:
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


def _compare(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    field = activity.fields.get(query.field)
    values: list[Value] = []
    used: list[Fact] = []
    mean = query.mean or query.by_day or (field is not None and (field.mean or not field.sum))
    counts = field is None or query.form == "count"
    for number, period in enumerate(query.periods[:2]):
        some = [fact for fact in facts if _within(fact.item.day, (period,))]
        own = _valued(some, query, activity)
        used += [fact for fact, _ in own] if not counts else some
        if counts or field is None:
            values.append(Value(len({fact.item.day for fact in some}), "", period.said, period.first, len(some)))
        elif field.dimension == "money":
            for unit in _currencies([fact for fact, _ in own]):
                total = sum(v for fact, v in own if fact.item.unit == unit)
                values.append(Value(total, unit, period.said, period.first, number + 1))
        elif mean:
            value, entries = _mean(query, own, field) if own else (0.0, 0)
            values.append(Value(value, unit_of(field, own[0][0] if own else None), period.said, period.first, entries))
        else:
            values.append(Value(sum(v for _, v in own), unit_of(field), period.said, period.first, len(own)))
    return Result(replace(query, mean=bool(mean)), True, tuple(values), cited=cite(used))


def _listed(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    shown = list(facts)[-40:]
    texts = tuple(fact.item.said for fact in shown)
    values = tuple(
        Value(
            value_of(f, activity.main, activity) or 0.0,
            unit_of(activity.fields.get(activity.main), f),
            f.item.kind,
            f.item.day,
            1,
        )
        for f in shown
    )
    return Result(query, True, values, texts, cited=cite(shown), complete=len(shown) == len(facts))


def _verdict(query: Query, facts: Sequence[Fact], activity: Activity) -> Result:
    meets = [fact for fact in facts if all(_meets(fact, one, activity) for one in query.conditions)]
    if meets:
        shown = meets[-1:] if not query.periods else meets
        return Result(query, True, texts=tuple(f.item.said for f in shown[-3:]), verdict=True, cited=cite(shown))
    own = [fact for fact, _ in _valued(facts, query, activity)]
    if not own:
        return Result(query, True, verdict=False)
    name = query.conditions[0].field
    best = "max" if query.conditions[0].op in {">", ">=", "~"} else "min"
    top = _extreme(own, name, activity, best)
    value = value_of(top, name, activity)
    values = (
        [Value(value, unit_of(activity.fields[name], top), "", top.item.day, len(own))] if value is not None else []
    )
    return Result(query, True, tuple(values), verdict=False, cited=cite([top]))


def _effect(
    query: Query, facts: Sequence[Fact], sides: Sequence[Sequence[Fact]], activity: Activity, lexicon: Lexicon
) -> Result:
    """Set the mean on days with the other thing beside that on days without; a count of each."""
    if not sides or not query.sides or activity.fields.get(query.field) is None:
        return Result(query, False)
    side = query.sides[0]
    days = {fact.item.day + timedelta(side.later) for fact in _of_side(side, sides[0], lexicon)}
    own = _valued(facts, query, activity)
    groups = [[(f, v) for f, v in own if (f.item.day in days) is inside] for inside in (True, False)]
    if not all(groups):
        return Result(query, False, cited=cite(f for f, _ in own[-3:]), complete=False)
    field = activity.fields[query.field]
    values = tuple(
        Value(sum(v for _, v in some) / len(some), unit_of(field, some[0][0]), label, entries=len(some))
        for some, label in zip(groups, ("with", "without"), strict=True)
    )
    return Result(query, True, values, verdict=values[0].number > values[1].number, cited=cite(f for f, _ in groups[0]))


_FORMS: dict[str, Callable[[Query, Sequence[Fact], Activity], Result]] = {
    "count": _count, "often": _count, "sum": _sum, "average": _average, "value": _value, "record": _record,
    "last": _last, "first": _first, "trend": _trend, "compare": _compare, "list": _listed, "verdict": _verdict,
}  # fmt: skip
__all__ = ["SHOWN", "cite", "compute", "said", "same_person", "unit_of", "value_of"]
