"""What a correction changes: which earlier thing it means, and how that reads now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from indagate.flows.notes.domain import Field
from indagate.flows.notes.entry import Fact, Item
from indagate.flows.notes.lexicon import Lexicon
from indagate.flows.notes.measure import MILE, POUND, Measure, measures
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline.draft import value_as
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.settling import LB, MI
from indagate.flows.notes.token import content, plain

REACH = timedelta(90)
"""How far back a correction may reach that names no day."""
_OTHER = pattern(r"\b(not|а не|и не|instead of|rather than|вместо|nicht|statt|from)\b")
_FIRST_OLD = pattern(
    r"\b(wrote|noted|logged|said|put|from|not|не|записал\w*|написал\w*|указал\w*|отметил\w*|wrong|typo)\b"
)
_REFERENCE = pattern(r"correction of (\d{4}-\d\d-\d\d),? line (\d+):\s*(.*)", re.IGNORECASE | re.DOTALL)
_GONE = pattern(
    r"\b(did not happen|didn'?t happen|never happened|delete|remove|ignore|scratch|не было|удали|вычеркни|не считай)\b"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a correction says: the activities and day it names, the new value, and the old one if it tells that."""

    marks: tuple[tuple[str, str, str], ...]
    days: tuple[date, date] | None
    new: Measure | None
    old: Measure | None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """An earlier fact, and what takes its place: nothing, if it never was."""

    target: Fact
    item: Item | None


def referred(text: str) -> tuple[date, int, str] | None:
    """Return the day, line and new text of a correction that names the note it corrects."""
    match = _REFERENCE.match(text)
    return (date.fromisoformat(match[1]), int(match[2]), match[3].strip()) if match else None


def reference(day: date, line: int, text: str) -> str:
    """Return the text of a correction of a note."""
    return f"correction of {day.isoformat()} line {line}: {text}"


def wanted(text: str, day: date, lexicon: Lexicon) -> Wanted:
    """Return what a correction says."""
    low = plain(text)
    said = moments(text, day)
    own = [one for one in measures(text) if not any(m.start <= one.start < m.end for m in said)]
    marks = tuple(
        (mark.domain, mark.activity.activity, mark.kind) for hit in lexicon.hits(text) for mark in lexicon.marked(hit)
    )
    new, old = _which(low, own)
    days = next(((one.first, one.last) for one in said if not one.coming), None)
    return Wanted(marks, days, new, old, bool(_GONE.search(low)))


def _which(low: str, own: list[Measure]) -> tuple[Measure | None, Measure | None]:
    """Return the new and the old value of two that can be compared."""
    if not own:
        return None, None
    for at, one in enumerate(own):
        for other in own[at + 1 :]:
            if not _like(one, other):
                continue
            between = low[one.end : other.start]
            if _OTHER.search(between) and not re.search(r"\b(but|should|was|а было|а на самом)\b", between):
                return one, other
            return other, one
    only = own[-1]
    if re.search(r"\b(not|а не|не|wasn'?t)\s+(\w+\s)?$", low[: only.start]):
        return None, only
    return only, None


def _like(one: Measure, other: Measure) -> bool:
    return one.kind == other.kind or "number" in (one.kind, other.kind) or {one.kind, other.kind} == {"clock", "time"}


def change(said: Wanted, text: str, day: date, facts: Sequence[Fact], lexicon: Lexicon) -> Change | None:
    """Return what a correction of a day changes among earlier facts (the latest come last), or None."""
    best: tuple[int, Fact, str, float] | None = None
    for age, fact in enumerate(reversed(facts)):
        item = fact.item
        if item.why or fact.until is not None:
            continue
        points = _points(said, item, fact, day, text)
        if points is None:
            continue
        if said.new is None:
            if said.gone and points >= 2 and (best is None or points > best[0]):
                best = (points, fact, "", 0.0)
            continue
        for name, value in _fields(said, item, lexicon):
            mine = points + (4 if said.old is not None else 0)
            if best is None or mine > best[0]:
                best = (mine, fact, name, value)
        if best is not None and best[0] >= 7 and age > 400:
            break
    if best is None or (said.new is not None and best[0] < 2):
        return None
    fact, name, value = best[1:]
    if not name:
        return Change(fact, None)
    values = {**fact.item.values, name: round(value, 4)}
    tags = tuple(dict.fromkeys([*fact.item.tags, *content(text)]))
    return Change(fact, replace(fact.item, values=values, said=text, tags=tags))


def _points(said: Wanted, item: Item, fact: Fact, day: date, text: str) -> int | None:
    """Return how well an earlier thing fits what a correction names, or None if it cannot be meant."""
    points = 0
    own = [mark for mark in said.marks if mark[:2] == (item.domain, item.activity)]
    if said.marks and not own:
        if not set(content(text)) & set(item.tags):
            return None
    elif own:
        points += 2
        kinds = {mark[2] for mark in own if mark[2]}
        if kinds and item.kind and item.kind not in kinds:
            return None
        points += bool(kinds and item.kind in kinds)
    points += 2 * any(not tag[0].isdecimal() for tag in set(content(text)) & set(item.tags))
    if said.days is not None:
        if not said.days[0] <= item.day <= said.days[1] and not said.days[0] <= fact.day <= said.days[1]:
            return None
        points += 2
    elif item.day < day - REACH:
        return None
    return points


def _fields(said: Wanted, item: Item, lexicon: Lexicon) -> list[tuple[str, float]]:
    """Return the fields of a thing that the new value may replace, with that value."""
    activity = lexicon.activity(item.domain, item.activity)
    if activity is None or said.new is None:
        return []
    found = []
    for name, there in item.values.items():
        field = activity.fields[name]
        if said.old is not None:
            fitting = (
                scale
                for scale in _scales(field, said.old, item, there)
                if abs(_as_there(field, said.old, scale) - there) <= max(0.006 * abs(there), 0.006)
            )
            scale = next(fitting, None)
        elif said.new.kind == "number" and name != activity.main:
            continue
        else:
            scale = next(iter(_scales(field, said.new, item, there)), None)
        if scale is not None and (said.new.kind == "number" or value_as(field, said.new) is not None):
            found.append((name, _as_there(field, said.new, scale)))
    return found


def _scales(field: Field, one: Measure, item: Item, there: float) -> list[float]:
    """Return by what a number without a unit may have to be multiplied, the unit of the corrected value first."""
    if one.kind != "number":
        return [1.0] if value_as(field, one) is not None else []
    if field.dimension == "time":
        return [60.0] if one.value < 24 < there else [1.0]
    other = {"mass": (LB, POUND), "length": (MI, MILE)}.get(field.dimension)
    if other is None:
        return [1.0]
    return [other[1], 1.0] if other[0] in item.tags else [1.0, other[1]]


def _as_there(field: Field, one: Measure, scale: float) -> float:
    """Return a quantity's value in the unit in which a field keeps it."""
    return one.value * scale if one.kind == "number" else value_as(field, one) or 0.0
