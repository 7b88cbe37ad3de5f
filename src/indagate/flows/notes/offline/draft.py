"""A thing on its way from a note: which activities may be meant, what belongs to it, and the entry made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from indagate.flows.notes.domain import Activity, Field
from indagate.flows.notes.entry import Item, Why
from indagate.flows.notes.lexicon import Lexicon, Marked
from indagate.flows.notes.measure import POUND, Measure
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.settling import LB, unit_tag
from indagate.flows.notes.token import content, plain


@dataclass(slots=True)
class Draft:
    """An item on its way: which activities may be meant, and what belongs to it."""

    marks: list[Marked]
    start: int
    end: int
    found: list[Measure]
    why: Why = ""
    who: str = ""
    day: date | None = None
    weak: bool = False
    named: bool = True
    at: int = 0
    """Where the word stands that names it."""
    guessed: bool = False
    """Whether nothing names it, so that its values have to tell what it was."""


def has(draft: Draft, one: Measure) -> bool:
    """Whether a draft has a quantity of that kind already."""
    return any(other.kind == one.kind for other in draft.found)


def field_of(activity: Activity, one: Measure) -> str:
    """Return the field of an activity that a quantity fits, or nothing."""
    for name, item in activity.fields.items():
        value = value_as(item, one)
        if value is None:
            continue
        if item.range and not item.range[0] <= value <= item.range[1] and not (item.steady and one.kind == "mass"):
            continue
        if value < 0 and item.dimension != "degree":
            continue
        return name
    return ""


def value_as(item: Field, one: Measure) -> float | None:
    """Return a quantity's value as that of a field, or None if it is of another kind."""
    kind = item.dimension
    if one.kind == kind:
        return one.value
    if kind == "time" and one.kind == "clock" and item.clock:
        return one.more if item.clock == "hours" else one.value
    if kind == "mass" and one.kind == "sets" and one.value > 12:
        return one.value  # "95x2": a load and its repetitions
    if kind in {"reps"} and one.kind == "sets":
        return None
    if one.kind == "number" and item.bare and item.range is not None:
        value = one.value * (POUND if kind == "mass" and one.value > _IN_POUNDS else 1)
        return value if item.range[0] <= value <= item.range[1] else None
    if one.kind == "number" and (item.bare or (kind in {"count", "mass"} and item.range is None)):
        return one.value
    return None


def _unit_tag(activity: Activity, one: Measure) -> str:
    """Return the tag that says in which unit an activity's main value was written."""
    converted = one.kind == "number" and value_as(activity.fields[activity.main], one) != one.value
    return LB if converted else unit_tag(one)


_IN_POUNDS = 140
"""From what on a body's weight without a unit is told in pounds."""


def _needed(activity: Activity, draft: Draft) -> bool:
    return not activity.needs or any(one.kind in activity.needs for one in draft.found)


def said_of(draft: Draft, text: str) -> str:
    """Return the words of a note that tell a thing."""
    return text[draft.start : draft.end].strip(" ,;:-–—+.")


_DONE = pattern(r"\b(ran|run|finished|completed|did|raced|пробежал\w*|финишировал\w*|закончил\w*|lief|gelaufen)\b")


def _meant(activity: Activity, said: str, lexicon: Lexicon, valued: bool) -> list[tuple[str, float]]:
    """Return the values that a word stands for where a thing was done: a half marathon is 21.0975 km."""
    if not activity.means or not (valued or _DONE.search(plain(said))):
        return []
    entries = [hit.entry for hit in lexicon.hits(said) if hit.entry in activity.means]
    return list(activity.means[entries[0]].items()) if entries else []


def _as_far_and_fast(draft: Draft) -> list[Marked]:
    """Return which of the activities a distance without a name may be of, by its speed or else its length."""
    far = next((one.value for one in draft.found if one.kind == "length"), 0.0)
    times = [minutes for one in draft.found for minutes in _minutes(one) if minutes]
    if far <= 0 or (times and not any(one.activity.speed for one in draft.marks)):
        return draft.marks
    return [
        mark
        for mark in draft.marks
        if (any(_goes(mark.activity, far, minutes) for minutes in times) if times else _reaches(mark.activity, far))
    ]


def _minutes(one: Measure) -> tuple[float, ...]:
    """Return the minutes that a quantity may tell: "1:45" is of a minute and a half or of nearly two hours."""
    return (one.value, one.more) if one.kind == "clock" else (one.value,) if one.kind == "time" else ()


def _goes(activity: Activity, far: float, minutes: float) -> bool:
    return activity.speed is None or activity.speed[0] <= far / minutes * 60 <= activity.speed[1]


def _reaches(activity: Activity, far: float) -> bool:
    return activity.reach is None or activity.reach[0] <= far <= activity.reach[1]


def _in_hours(activity: Activity, draft: Draft, values: dict[str, float]) -> dict[str, float]:
    """Return the time of "20 miles in 1:24" as hours and minutes, where nobody goes so far in so many minutes."""
    far, clock = values.get("distance"), next((one for one in draft.found if one.kind == "clock" and one.more), None)
    if not far or clock is None or activity.speed is None or values.get("duration") != round(clock.value, 4):
        return {}
    slow = _goes(activity, far, clock.more) and not _goes(activity, far, clock.value)
    return {"duration": clock.more} if slow else {}


def finish(draft: Draft, text: str, day: date, lexicon: Lexicon) -> list[Item]:
    """Return the entry of a draft, or none where it lacks what its activity needs."""
    fitting = _as_far_and_fast(draft) if draft.guessed else draft.marks
    mark = next((one for one in fitting if draft.found and field_of(one.activity, draft.found[0])), None)
    mark = mark or next(iter(fitting), None)
    if mark is None or not _needed(mark.activity, draft):
        return []
    activity = mark.activity
    values: dict[str, float] = {}
    unit = ""
    for one in draft.found:
        name = field_of(activity, one)
        if not name or (name in values and name != "weight"):
            continue
        value = value_as(activity.fields[name], one) or 0.0
        if one.kind == "number" and name == "weight" and "reps" in activity.fields and one.start < draft.at:
            name = "reps"  # "5 pull-ups"
        if name in values and value <= values[name]:
            continue
        values[name] = round(value, 4)
        if one.kind == "money":
            unit = one.unit
        if "reps" in activity.fields:
            if one.kind == "sets" and one.more:
                values |= {"reps": one.more} if one.value > 12 else {"sets": one.value, "reps": one.more}
            elif one.more:
                values["reps"] = one.more
    for name, value in _meant(activity, said_of(draft, text), lexicon, bool(values) and not draft.why):
        values.setdefault(name, value)
    values |= _in_hours(activity, draft, values)
    main = activity.fields.get(activity.main)
    own = main.range if main is not None and main.steady and not draft.who else None
    if own and not own[0] <= values.get(activity.main, 0.0) <= own[1]:
        return []  # a parcel, and no body
    if "sets" in values and values["sets"] > 12:
        del values["sets"]
    said = said_of(draft, text)
    why = draft.why
    if not why and activity.activity == "pain" and "level" in values and values["level"] == 0:
        why = "denied"
    hits = lexicon.hits(said)
    kind = mark.kind or next((kind for kind, by in activity.kind_by.items() if any(h.entry in by for h in hits)), "")
    entries = (f"#{hit.entry}" for hit in hits)
    units = (_unit_tag(activity, one) for one in draft.found if field_of(activity, one) == activity.main)
    tags = tuple(dict.fromkeys([*content(said), *entries, *filter(None, units)]))
    item = Item(draft.day or day, mark.domain, activity.activity, kind, values, unit, tags, why, draft.who, said)
    if "money" in activity.needs and unit in _CURRENCIES:
        item = replace(item, unit=_CURRENCIES[unit])
    return [item]


_CURRENCIES = {"eur": "€", "euro": "€", "euros": "€"}


def of_kind_told(item: Item, text: str, items: Sequence[Item], lexicon: Lexicon) -> Item:
    """Return what was paid or picked with the kind that another sentence of the note names: "doctor: … . Paid 60 €"."""
    activity = lexicon.activity(item.domain, item.activity)
    if item.kind or activity is None or not activity.kinds or (not activity.needs and activity.kinds_alone):
        return item
    if any(one.kind for one in items if one.activity == item.activity):
        return item
    named = {
        mark.kind: hit
        for hit in lexicon.hits(text)
        for mark in (*lexicon.marked(hit), *lexicon.with_value(hit))
        if (mark.domain, mark.activity.activity) == (item.domain, item.activity) and mark.kind
    }
    if len(named) != 1:
        return item
    kind, hit = named.popitem()
    tags = dict.fromkeys((*item.tags, *content(text[hit.start : hit.end]), f"#{kind}"))
    return replace(item, kind=kind, tags=tuple(tags))


def repeats(item: Item, before: Sequence[Item], lexicon: Lexicon) -> bool:
    """Whether a thing only says again what the note has told: "8 km, 48:40. first time at 8 km!", "longest run yet"."""
    same = [
        one
        for one in before
        if (one.domain, one.activity, one.kind, one.day, one.why, one.unit)
        == (item.domain, item.activity, item.kind, item.day, item.why, item.unit)
    ]
    if item.values:
        return any(item.values.items() <= one.values.items() and len(item.values) < len(one.values) for one in same)
    activity = lexicon.activity(item.domain, item.activity)
    main = activity.fields.get(activity.main) if activity is not None else None
    told = any(one.values for one in same) and main is not None and main.least is None
    return told and not _ONCE_MORE.search(plain(item.said))


_ONCE_MORE = pattern(r"\b(?:again|another|second|then|later|evening|afternoon|also|too|еще|снова|опять|потом|тоже)\b")
