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
    """The newer by the dates stated, else by the years in their names, else by when their files were saved."""
    if one.published and other.published:
        later = _later(one.published, other.published, today)
    elif (mine := _year(one)) and (theirs := _year(other)):
        later = None if mine == theirs or max(mine, theirs) > today.year else mine > theirs
    elif (first := one.published or one.saved) and (second := other.published or other.saved):
        later = _later(first, second, today)
    else:
        return None
    if later is None:
        return None
    newer, older = (one, other) if later else (other, one)
    if newer.saved and not newer.published and older.published and not _year(newer):
        return None  # words may be saved anew long after they were written; they are never newer than their file
    return newer if authority(newer) >= authority(older) else None


def _later(one: date, other: date, today: date) -> bool | None:
    """Whether the first is clearly the later; None when neither is, or one is still to come."""
    days = (one - other).days
    return None if abs(days) < NEWER_BY_DAYS or max(one, other) > today else days > 0


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
    if source.published:
        return str(source.published)
    return f"{year}, by its name" if (year := _year(source)) else f"{source.saved}, by its file"
