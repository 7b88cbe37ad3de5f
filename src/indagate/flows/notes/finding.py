"""Facts in the words of notes: the note that speaks of what a question asks about and holds an answer of its kind."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from indagate.flows.notes.entry import Note
from indagate.flows.notes.index import Index
from indagate.flows.notes.measure import measures
from indagate.flows.notes.offline.holding import days_of, holds, holds_by_name, told_day
from indagate.flows.notes.offline.sought import Need, Sought
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.token import stem, tokens

ENOUGH, STRICT = 0.6, 0.75
"""The share of a question's weight that a note must have to be an answer; and where values were asked for."""
_SOFT, _OWN, _LIGHT = 0.8, 1.2, 0.6
"""What a doing weighs; how much more than a thing a name does, and what another clause speaks of."""
_CLOSE = 0.05
"""Notes whose shares differ by less hold as much of a question: the latest is the answer."""
_TIMELESS = frozenset(("code", "number", "phone", "colour", "brand", "size"))
"""Kinds of answers that hold on any day."""
_SOON = 14
"""How many days before something its day need not be told."""
_RARE = 4
"""A doing that fewer notes tell of is enough to find one."""
_OF_ONE_THING = 0.2
"""So much less may be shared by what was noted of the same thing before."""
_POOL = 400


@dataclass(frozen=True, slots=True)
class _Told:
    """What a note speaks of: the groups of the thesaurus and the stems of its words."""

    note: Note
    groups: frozenset[str]
    stems: frozenset[str]

    def has(self, need: Need) -> bool:
        return bool(self.groups & set(need.groups)) or bool(self.stems & set(need.stems))


def find(asked: Sought, index: Index, enough: float = ENOUGH) -> list[Note]:
    """Return the notes that answer a question by what they speak of, the best last; none where they leave too much."""
    needs = [*asked.needs, *asked.either]
    aliases = _aliases(needs, index, asked)
    stems = [one for need in (*needs, *asked.beside) for one in _stems(need)]
    stems += [one for roles in aliases.values() for role in roles for one in thesaurus().stems(role)]
    if not needs or not stems:
        return []
    extent = index.extent(asked.as_of)
    total = extent[2] if extent else 1
    pool = [_read(note) for note in index.having(stems, asked.as_of, _POOL)]
    spreads = {need: sum(told.has(need) for told in pool) for need in needs}
    weights = {
        need: _weight(need, spreads[need], total)
        for need in needs
        if spreads[need] or not need.light or (need.groups and enough > ENOUGH)
    }
    scored = []
    for told in pool:
        share = _share(told, asked, weights, aliases)
        if share >= enough and holds(told.note, asked) and _of_days(told.note, asked):
            share += 0.1 * bool(told.groups & set(asked.kinds))
            share += 0.1 * sum(told.has(one) for one in asked.either)
            share += 0.15 * ("outcome" in asked.kinds and any(map(_is_healer, told.groups)))
            share += 0.05 * sum(told.has(one) for one in asked.beside) + 0.2 * holds_by_name(told.note, asked)
            scored.append((share, told.note))
    if not scored:
        return []
    top = max(share for share, _ in scored)
    best = _in_order(note for share, note in scored if share >= top - _CLOSE)
    if not asked.former:
        return best
    old = [(share, note) for share, note in scored if share >= top - _OF_ONE_THING and _was_before(note, best[-1])]
    most = max((share for share, _ in old), default=0.0)
    return _in_order(note for share, note in old if share >= most - _CLOSE)


def _read(note: Note) -> _Told:
    groups = frozenset(group for said in thesaurus().said(note.text) for group in said.groups)
    return _Told(note, groups, frozenset(stem(one.low.removesuffix("'s")) for one in tokens(note.text) if one.word))


def _stems(need: Need) -> tuple[str, ...]:
    return need.stems or tuple(dict.fromkeys(one for group in need.groups for one in thesaurus().stems(group)))


def _weight(need: Need, spread: int, total: int) -> float:
    rarity = math.log(1 + total / (spread + 0.5))
    weight = rarity * _OWN if need.own else rarity if need.hard else _SOFT
    return weight * (_LIGHT if need.light else 1)


def _share(told: _Told, asked: Sought, weights: dict[Need, float], aliases: dict[Need, frozenset[str]]) -> float:
    """Return how much of a question a note holds; nothing where it speaks of another one of the kind."""
    had = 0.0
    for need, weight in weights.items():
        if told.has(need):
            had += weight * (1 if not need.groups else 1 - min(0.15 * len(set(need.groups) - told.groups), 0.3))
        elif aliases.get(need, frozenset()) & told.groups:
            had += weight
        elif need.own or need.head:
            return 0.0
    if any(_another(told, need, asked) for need in (*asked.needs, *asked.beside) if not told.has(need)):
        return 0.0
    if asked.either and not any(told.has(one) for one in asked.either):
        return 0.0
    either = sum(weights[one] for one in asked.either if not told.has(one))
    others = [need for need in weights if not need.own and (need.hard or _is_deed(need))]
    named = any(need.own for need in weights)
    if named and others and not any(told.has(need) for need in others):  # of somebody, but not what is asked
        return 0.0
    return had / ((sum(weights.values()) - either) or 1.0)


def _is_deed(need: Need) -> bool:
    return any(thesaurus().sections[group] == "deeds" for group in need.groups)


def _another(told: _Told, need: Need, asked: Sought) -> bool:
    """Whether a note speaks of another thing of a section of which a thing has one: the bike's lock, not the car's."""
    named = {group for one in (*asked.needs, *asked.beside, *asked.either) for group in one.groups}
    sections = {thesaurus().excludes(group) for group in need.groups} - {""}
    return any(thesaurus().excludes(group) in sections for group in told.groups - named)


def _aliases(needs: Sequence[Need], index: Index, asked: Sought) -> dict[Need, frozenset[str]]:
    """Return the roles that notes give to a name: Dr Haas is the dentist, so that what he charged is the dentist's."""
    found = {}
    for need in needs:
        if need.own:
            roles = [_read(note).groups for note in index.having(need.stems, asked.as_of, 20)]
            beings = [frozenset(group for group in one if _is_role(group)) for one in roles]
            found[need] = frozenset().union(*beings) if len(roles) < 3 else frozenset[str]()
    return found


def _is_healer(group: str) -> bool:
    return thesaurus().sections[group] == "one of healers"


def _is_role(group: str) -> bool:
    return group == "manager" or thesaurus().sections[group] in {"one of healers", "one of trades"}


def _of_days(note: Note, asked: Sought) -> bool:
    """Whether a note is of the days asked about; what is to come then may have been noted without a day of its own."""
    timeless = _TIMELESS & set(asked.kinds) or any("expire" in one.groups for one in asked.needs)
    if timeless or not asked.days or any(told_day(note, first, last) for first, last in asked.days):
        return True
    coming = any(first > asked.as_of for first, _ in asked.days)
    return coming and note.day >= asked.as_of - timedelta(_SOON) and not days_of(note)


def _in_order(notes: Iterable[Note]) -> list[Note]:
    return sorted(notes, key=lambda note: (note.day, note.line))


def _was_before(note: Note, newest: Note) -> bool:
    """Whether a note says something else than the newest one did later: the old code, the rent before it was raised."""
    return note.day < newest.day and bool(_values(note)) and not _values(note) & _values(newest)


def _values(note: Note) -> frozenset[str]:
    numbers = {f"{one.value:g}" for one in measures(note.text)}
    return frozenset(numbers | {one.text for one in tokens(note.text) if one.number})
