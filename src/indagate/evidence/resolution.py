"""Which side of a conflict counts, and why: one is preferred for a stated reason, or both stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from indagate.evidence.authority import Kind
from indagate.evidence.conflict import Conflict
from indagate.evidence.source import Source, authority, voice

NEWER_BY_DAYS = 180
_NAMED_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which fact is preferred and which deprecated, or neither: a stated divergence; and why."""

    preferred: str | None
    deprecated: str | None
    reason: str


def resolve(conflict: Conflict, sources: Mapping[str, Source], today: date) -> Resolution:
    """The official source's fact first; else the newer by half a year if its authority is no less; else both stay.

    What the sources themselves say of the other counts where the kinds do not decide: that it is out of date, or that
    they only heard so.
    """
    one, other = sources[conflict.a_source], sources[conflict.b_source]
    if one.id == other.id:
        return Resolution(None, None, f"{one.id} contradicts itself ({conflict.difference}); both are stated")
    official = one.kind is Kind.OFFICIAL, other.kind is Kind.OFFICIAL
    if official[0] != official[1]:
        winner, loser = (one, other) if official[0] else (other, one)
        return _for(conflict, winner is one, f"{winner.id} is official, {loser.id} is {_kind(loser)}")
    newer = _newer(one, other, today)
    if newer:
        older = other if newer is one else one
        reason = f"{newer.id} ({_dating(newer)}) is newer than {older.id} ({_dating(older)})"
        return _for(conflict, newer is one, f"{reason} and carries no less authority")
    if conflict.favours:
        favoured = one if conflict.favours == conflict.a else other
        against = other if favoured is one else one
        if authority(favoured) >= authority(against):
            return _for(conflict, favoured is one, f"{favoured.id} is preferred to {against.id}")
    same = " of one publisher" if voice(one) and voice(one) == voice(other) else ""
    return Resolution(
        None,
        None,
        f"{one.id} and {other.id}{same} diverge ({conflict.difference}); neither is official alone or clearly newer",
    )


def _for(conflict: Conflict, first: bool, reason: str) -> Resolution:
    """The resolution for one side, with the ground that the sources themselves give for it."""
    fact, loser = (conflict.a, conflict.b) if first else (conflict.b, conflict.a)
    ground = f"; {conflict.ground}" if conflict.ground and conflict.favours == fact else ""
    return Resolution(fact, loser, f"{reason} ({conflict.difference}){ground}")


def _kind(source: Source) -> str:
    return "of unknown kind" if source.kind is Kind.UNKNOWN else str(source.kind)


def _newer(one: Source, other: Source, today: date) -> Source | None:
    if one.published is None or other.published is None:
        mine, theirs = _year(one), _year(other)
        if not mine or not theirs or mine == theirs or max(mine, theirs) > today.year:
            return None
        later = mine > theirs
    else:
        days = (one.published - other.published).days
        if abs(days) < NEWER_BY_DAYS or max(one.published, other.published) > today:
            return None
        later = days > 0
    newer, older = (one, other) if later else (other, one)
    return newer if authority(newer) >= authority(older) else None


def _year(source: Source) -> int:
    """The year of a source; without a date the only one that its title or the name of its file holds; else 0."""
    if source.published:
        return source.published.year
    for text in (source.title, source.locator.rsplit("/", 1)[-1]):
        years = set(_NAMED_YEAR.findall(text))
        if years:
            return int(years.pop()) if len(years) == 1 else 0
    return 0


def _dating(source: Source) -> str:
    return str(source.published) if source.published else f"{_year(source)}, by its name"
