"""Facts that contradict each other: one is preferred for a stated reason, or both stay; never averaged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from indagate.evidence.authority import Kind
from indagate.evidence.fact import Fact, Status, order
from indagate.evidence.quantity import Quantity
from indagate.evidence.scope import Profile, leftovers, profile, same_subject
from indagate.evidence.source import Source, authority, voice

NEWER_BY_DAYS = 180


class Severity(StrEnum):
    """How much a conflict matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts `a` and `b` (ids, in canonical order, with their sources) give different answers `about` one thing."""

    a: str
    b: str
    a_source: str
    b_source: str
    about: str
    kind: Literal["number", "date", "negation"]
    severity: Severity
    difference: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which fact is preferred and which deprecated, or neither: a stated divergence; and why."""

    preferred: str | None
    deprecated: str | None
    reason: str


def conflicts(facts: Iterable[Fact], sources: Mapping[str, Source]) -> list[Conflict]:
    """The contradictions among the active facts of known sources, in canonical order.

    Compared are facts that share their attribute's words, names and scope, in the same years, with one value each.
    """
    active = sorted((fact for fact in facts if fact.status is Status.ACTIVE and fact.source in sources), key=order)
    profiles = [profile(fact) for fact in active]
    found = []
    for first, second in _pairs(profiles):
        one, other = active[first], active[second]
        if one.source == other.source and one.start < other.end and other.start < one.end:
            continue
        conflict = _compare(one, other, profiles[first], profiles[second])
        if conflict:
            found.append(conflict)
    return found


def _pairs(profiles: list[Profile]) -> Iterator[tuple[int, int]]:
    """Pairs that share a word or name at all."""
    index: dict[str, list[int]] = defaultdict(list)
    for second, own in enumerate(profiles):
        words = own.attributes | own.names
        for first in sorted({first for word in words for first in index[word]}):
            yield first, second
        for word in words:
            index[word].append(second)


def _compare(one: Fact, other: Fact, mine: Profile, theirs: Profile) -> Conflict | None:
    if not same_subject(mine, theirs):
        return None
    shared = mine.shared(theirs)
    about = ", ".join(dict.fromkeys((*(entity for entity in one.entities if entity in other.entities), *shared)))

    def conflict(kind: Literal["number", "date", "negation"], severity: Severity, difference: str) -> Conflict:
        return Conflict(one.id, other.id, one.source, other.source, about, kind, severity, difference)

    extra = leftovers(mine, theirs)
    dated = _date_difference(mine, theirs)
    if dated:
        return conflict("date", _lowered(dated[0], extra), dated[1])
    if not _same_years(mine, theirs):
        return None
    if mine.denied != theirs.denied and extra == 0 and _values_agree(mine, theirs):
        return conflict("negation", Severity.HIGH, "one denies what the other states")
    if mine.denied or theirs.denied:
        return None
    differing = _number_difference(mine, theirs)
    if differing is None:
        return None
    share, left, right = differing
    severity = (
        Severity.HIGH if share >= Decimal("0.5") else Severity.MEDIUM if share >= Decimal("0.1") else Severity.LOW
    )
    unsure = extra + (1 if bool(mine.years | mine.around) != bool(theirs.years | theirs.around) else 0)
    return conflict("number", _lowered(severity, unsure), f"{left.text} against {right.text}")


def _lowered(severity: Severity, by: int) -> Severity:
    """One step less when the two statements are not quite worded alike."""
    if not by:
        return severity
    return Severity.MEDIUM if severity is Severity.HIGH else Severity.LOW


def _same_years(mine: Profile, theirs: Profile) -> bool:
    """Whether both may speak of one year; a statement's own years count before those of its surroundings."""
    one, other = mine.years or mine.around, theirs.years or theirs.around
    return not one or not other or bool(one & other)


def _date_difference(mine: Profile, theirs: Profile) -> tuple[Severity, str] | None:
    """Two years for an event that happens once."""
    if not (mine.event and theirs.event) or mine.values or theirs.values or mine.denied or theirs.denied:
        return None
    if len(mine.years) != 1 or len(theirs.years) != 1 or mine.years == theirs.years:
        return None
    left, right = min(mine.years), min(theirs.years)
    return (Severity.MEDIUM if abs(left - right) <= 1 else Severity.HIGH), f"{left} against {right}"


def _values_agree(mine: Profile, theirs: Profile) -> bool:
    return [(value.unit, value.value) for value in mine.values] == [
        (value.unit, value.value) for value in theirs.values
    ]


def _number_difference(mine: Profile, theirs: Profile) -> tuple[Decimal, Quantity, Quantity] | None:
    """The values that differ and by what share of the greater; None when no unit has one value on each side."""
    for unit in sorted({value.unit or "" for value in mine.values} & {value.unit or "" for value in theirs.values}):
        left = [value for value in mine.values if (value.unit or "") == unit and value.kind != "part"]
        right = [value for value in theirs.values if (value.unit or "") == unit and value.kind != "part"]
        if len(left) == len(right) == 1 and _differ(left[0], right[0]):
            return _share(left[0], right[0]), left[0], right[0]
    return None


def _share(one: Quantity, other: Quantity) -> Decimal:
    greater = max(abs(one.value), abs(other.value))
    return abs(one.value - other.value) / greater if greater else Decimal(0)


def _differ(one: Quantity, other: Quantity) -> bool:
    """Whether two values differ beyond ranges, bounds, approximation, rounding and doubtful separators."""
    if set(one.readings) & set(other.readings):
        return False
    if _ranged(one) or _ranged(other):
        return _apart(one, other)
    share = _share(one, other)
    if (one.approximate or other.approximate) and share <= Decimal("0.05"):
        return False
    if abs(one.value - other.value) <= max(one.step, other.step) / 2 and one.step != other.step:
        return False
    rounding = max(_zeros(one), _zeros(other))
    return not (abs(one.value - other.value) <= rounding / 2 and share <= Decimal("0.05"))


def _ranged(quantity: Quantity) -> bool:
    return quantity.low is not None or quantity.high is not None


def _ends(quantity: Quantity) -> tuple[Decimal, Decimal]:
    if not _ranged(quantity):
        return quantity.value, quantity.value
    infinity = Decimal("Infinity")
    return (-infinity if quantity.low is None else quantity.low), (infinity if quantity.high is None else quantity.high)


def _apart(one: Quantity, other: Quantity) -> bool:
    (low, high), (other_low, other_high) = _ends(one), _ends(other)
    return high < other_low or other_high < low


def _zeros(quantity: Quantity) -> Decimal:
    """The place value that a round number may have been rounded to (1,200,000: 100,000)."""
    number = (quantity.value / quantity.factor).normalize() if quantity.factor else quantity.value
    exponent = int(number.as_tuple().exponent)
    return Decimal(1).scaleb(exponent) * quantity.factor if exponent >= 1 else Decimal(0)


def resolve(conflict: Conflict, sources: Mapping[str, Source], today: date) -> Resolution:
    """The official source's fact first; else the newer by half a year if its authority is no less; else both stay."""
    one, other = sources[conflict.a_source], sources[conflict.b_source]
    if one.id == other.id:
        return Resolution(None, None, f"{one.id} contradicts itself ({conflict.difference}); both are stated")
    official = (one.kind is Kind.OFFICIAL, other.kind is Kind.OFFICIAL)
    if official == (True, False):
        return Resolution(
            conflict.a, conflict.b, f"{one.id} is official, {other.id} is {other.kind} ({conflict.difference})"
        )
    if official == (False, True):
        return Resolution(
            conflict.b, conflict.a, f"{other.id} is official, {one.id} is {one.kind} ({conflict.difference})"
        )
    newer = _newer(one, other, today)
    if newer:
        fact, loser = (conflict.a, conflict.b) if newer is one else (conflict.b, conflict.a)
        older = other if newer is one else one
        reason = (
            f"{newer.id} ({newer.published}) is newer than {older.id} ({older.published}) and carries no less authority"
        )
        return Resolution(fact, loser, f"{reason} ({conflict.difference})")
    same = " of one publisher" if voice(one) and voice(one) == voice(other) else ""
    return Resolution(
        None,
        None,
        f"{one.id} and {other.id}{same} diverge ({conflict.difference}); neither is official alone or clearly newer",
    )


def _newer(one: Source, other: Source, today: date) -> Source | None:
    if one.published is None or other.published is None or max(one.published, other.published) > today:
        return None
    days = (one.published - other.published).days
    if abs(days) < NEWER_BY_DAYS:
        return None
    newer, older = (one, other) if days > 0 else (other, one)
    return newer if authority(newer) >= authority(older) else None
