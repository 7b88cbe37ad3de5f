"""Answers found by words: the note that says it, the latest one where several do; or that none does."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from indagate.flows.notes.calendarwords import MONTHS, WEEKDAYS
from indagate.flows.notes.entry import Note
from indagate.flows.notes.finding import ENOUGH, STRICT, find
from indagate.flows.notes.index import Index
from indagate.flows.notes.measure import measures
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.holding import names_day
from indagate.flows.notes.offline.sought import sought
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.query import Cited, Period, Query, Result, Value
from indagate.flows.notes.token import Token, content, plain, tokens

_ENOUGH = 0.62
"""The share of a question's weight that a note must have to be an answer."""
_CORRECTED = frozenset(("money", "quantity", "number", "reading"))
"""Kinds of answers of which a correction of the note that has them tells the right one."""
_MOST = 12
"""At most so many notes are told where several say it."""
_LIKED = pattern(
    r"\b(prefer\w*|like\w*|love\w*|favou?rite|enjoy\w*|best|люблю|любим\w+|нрав\w+|предпочита\w+|лучше|вкусн\w+|"
    r"suits? me|feels? (?:better|best)|works? (?:better|best) for me|подход\w+|удобнее|приятнее)\b"
)
_DISLIKED = pattern(r"\b(can'?t stand|cannot stand|hate|don'?t like|do not like|dislike|allerg\w+|intoleran\w+|"
        r"never again|disgust\w*|"
                       r"tastes? like|терпеть не могу|не люблю|ненавижу|не нрав\w+|не перенош\w+|аллерги\w+|не выношу|"
        r"больше никогда)\b")  # fmt: skip


_NOT_AT_ALL = pattern(r"\bnot at all\b|\b(?:совсем|вообще) не\b")
"""What tells of a dislike beside what is liked: "oat milk, soy not at all"."""


_DO_I_LIKE = pattern(r"\W*(?:do|did) i (?:like|love|enjoy|mind|hate)\b|\W*(?:люблю|нравится) ли\b")
"""What a liking and a dislike both answer."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A note and how much of a question it holds."""

    note: Note
    share: float
    has: tuple[int, ...] = ()


def look_up(query: Query, index: Index) -> Result:
    """Return the note that answers a question by its words, or that there is none."""
    if query.agenda:
        return _agenda(query, index)
    if query.form == "lookup":
        found = _facts(query, index)
        if found.found or not (query.prefer or query.plans):
            return found
    groups = [words.stems for words in query.words]
    if query.prefer and not groups and any(one.hard for one in sought(query.asked, query.as_of).needs):
        return Result(query, False)
    if not groups and not query.prefer:
        return Result(query, False)
    spreads = [index.spread(group, query.as_of) for group in groups]
    extent = index.extent(query.as_of)
    total = extent[2] if extent else 1
    weights = [math.log(1 + total / (spread + 0.5)) for spread in spreads]
    if query.prefer:
        return _preference(query, index, groups, weights)
    scored = _score(query, index.search([*groups], query.as_of, 400), weights)
    if 0 in spreads and len(groups) < 4 and query.form == "lookup":
        return Result(query, False)  # what is asked about is never spoken of
    known = [weight if spread or len(groups) < 4 else 0.0 for weight, spread in zip(weights, spreads, strict=True)]
    scored = [one for one in scored if groups and one.share > 0 and _has_rarest(one, known)]
    if len(groups) < 3:
        scored = [one for one in scored if len(one.has) == len(groups)]
    good = [one for one in scored if one.share >= (0.99 if query.whole else _ENOUGH)]
    if query.periods:
        good = [one for one in good if any(p.first <= one.note.day <= p.last for p in query.periods)]
    if query.plans:
        good = [one for one in good if cues.planned(plain(one.note.text))]
    good = _of_a_place(query, _of_the_time(query, [one for one in good if _answers(query, one.note)]))
    if query.form in {"often", "count"} and any(one.kind not in {"number", "count"} for one in measures(query.text)):
        return Result(query, False)  # a value is asked about, which no word has
    if query.form in {"last", "first", "often", "count"}:
        return _times(query, [one.note for one in good if one.share > 0.99])
    if not good:
        return Result(query, False)
    top = max(one.share for one in good)
    best = max((one for one in good if one.share >= top - 0.08), key=lambda one: (one.note.day, one.note.line))
    return _told(query, best.note)


def _facts(query: Query, index: Index) -> Result:
    """Return the latest of the notes that speak of what a question asks about; all where it asks for several."""
    asked = sought(query.asked or query.text, query.as_of)
    notes = find(asked, index, STRICT if query.whole else ENOUGH)
    wondered = query.plans or any("complaint" in one.groups for one in asked.needs)
    named = any(one.own for one in asked.needs)
    notes = [note for note in notes if wondered or named or not _idle(note, query)]
    if query.prefer:
        notes = [note for note in notes if _told_taste(note, query)]
    if query.plans:
        notes = [note for note in notes if cues.planned(plain(note.text)) or note.text.rstrip().endswith("?")]
    if not notes:
        return Result(query, False)
    same = [note for note in notes if content(note.text) == content(notes[-1].text)]
    if (asked.several or "day" in asked.kinds) and len(notes if asked.several else same) > 1:
        return _listed(query, (notes if asked.several else same)[-_MOST:])
    newer = index.corrected(notes[-1], query.as_of) if _CORRECTED & set(asked.kinds) and not asked.former else None
    return _told(query, newer or notes[-1])


def _told_taste(note: Note, query: Query) -> bool:
    """Whether a note tells of a liking, or of a dislike where that is asked for."""
    groups = {group for said in thesaurus().said(note.text) for group in said.groups}
    either = _DO_I_LIKE.match(plain(query.text)) is not None
    wanted = (
        {"dislike", "detest"} if query.prefer == "dislike" else {"like", "dislike", "detest"} if either else {"like"}
    )
    return bool(groups & wanted)


def _listed(query: Query, notes: Sequence[Note]) -> Result:
    """Return several notes that say it."""
    values = tuple(Value(0.0, "", "", note.day, 1) for note in notes)
    cited = tuple(Cited(note.day, note.line, note.text) for note in notes)
    return Result(replace(query, form="list"), True, values, tuple(note.text for note in notes), cited=cited)


def _agenda(query: Query, index: Index) -> Result:
    """Return the latest note that plans something for the days asked about."""
    days = query.periods or (Period(query.as_of, query.as_of + timedelta(31)),)
    planned = [
        note
        for note in index.notes(days[0].first - timedelta(60), query.as_of)
        if cues.planned(plain(note.text)) and not note.text.rstrip().endswith("?")
    ]
    told = [note for note in planned if any(names_day(note, one.first, one.last) for one in days)]
    told = told or [note for note in planned if any(one.first <= note.day <= one.last for one in days)]
    return _told(query, told[-1]) if told else Result(query, False)


def _answers(query: Query, note: Note) -> bool:
    """Whether a note can be an answer: a price to "what does it cost", a number to "how many", a time to "when is"."""
    low = plain(query.text)
    if _COST.search(low):
        return any(one.kind == "money" for one in measures(note.text))
    if _NUMBER.search(low):
        return _beside_a_number(query, note.text)
    if _WHERE.match(low):
        return bool(_PLACE.search(plain(note.text)))
    if _TIME_OF_DAY.search(low):
        return bool(_PART_OF_DAY.search(plain(note.text))) or any(one.kind == "clock" for one in measures(note.text))
    if _WHO.match(low):
        return _named(note.text)
    return True


def _beside_a_number(query: Query, text: str) -> bool:
    """Whether a clause of a note has both a word that is asked for and a quantity."""
    wanted = {stem for words in query.words for stem in words.stems}
    clauses = _CLAUSE.split(text)
    return any(measures(one) and (not wanted or wanted & set(content(one))) for one in clauses) or (
        len(clauses) > 1 and bool(measures(text)) and len(query.words) > 1
    )


def _person(token: Token) -> bool:
    low = token.low.removesuffix("'s")
    return low in cues.KIN or (low in cues.NAMES and token.text[0].isupper())


def _named(text: str) -> bool:
    """Whether a note names somebody: a known name, or a capital within a sentence that no calendar has."""
    begun = {match.end() for match in _BEGINS.finditer(text)}
    return any(
        _person(token) or (_CAPITAL.fullmatch(token.text) and token.start not in begun and token.low not in _CALENDAR)
        for token in tokens(text)
    )


_BEGINS = pattern(r"(?:^|[.!?])\W*")
_CAPITAL = pattern(r"[A-ZА-ЯЁÄÖÜ][\w'-]+")
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_TIME_OF_DAY = pattern(r"\bwhat (?:time|part) of (?:the )?day\b|\b(?:какое время|какую часть|время) (?:дня|суток)\b")
_PART_OF_DAY = pattern(r"\b(?:mornings?|evenings?|afternoons?|noon|night|утр\w+|вечер\w*|днем|ноч\w+)\b")
_CLAUSE = pattern(r"[;+]|[.,](?=\s)|\s[-–—]\s")
_WHO = pattern(
    r"\W*((with|for|from|to) )?(who|whom|whose)\b|\W*(кто|с кем|кому|у кого)\b|.*\b(name of (?:my|"
    r"the|our)|called|как зовут|как звали)\b"
)


_MINE = pattern(r"\b(i|my|me|we|our|я|мы|мой|моя|мои|мое|моих|моего|моей|моим|мою|мне|меня)\b")
_TOLD = pattern(
    r"\b(who|whom|whose|say|said|tell|told|advi[sc]e\w*|recommend\w*|кто|кому|кого|чей|сказал\w*|советовал\w*)\b"
)
_COST = pattern(
    r"\b(cost|costs|spend|spent|потратил\w*|pay|paid|price|expensive|earn|стоил\w*|стоит|заплатил\w*|цена|"
    r"kostet\w*|bezahlt)\b"
)
_NUMBER = pattern(r"\b(how (many|much|far|heavy|tall|big|old)|сколько|wie (viel\w*|weit|schwer|alt))\b")
_TO_COME = pattern(r"\W*(when (does|do|will)|at what time|what time|во сколько)\b")
_WHERE = pattern(r"\W*(where|где|куда|откуда|wo|wohin)\b")
_PLACE = pattern(
    r"\b(in|at|on|under|behind|near|inside|above|below|by|from|to|beside|between|в|во|на|под|за|у|около|рядом|из|от|"
    r"im|am|bei)\b"
    r"(?! (time|total|all|\d))"
)
_TOWN = pattern(r"\b(?:in|at|to|near|from|в|во|на|из|под|около|nach|aus) [A-ZА-ЯЁ][a-zа-яё]+")
_WHEN = pattern(r"\W*(when (is|are|does|do|will|was|were)|at what time|what time|когда|во сколько|wann)\b")


def _has_rarest(one: Scored, weights: Sequence[float]) -> bool:
    """Whether a note has the word of a question that tells most: without it, it speaks of something else."""
    return max(range(len(weights)), key=lambda n: weights[n]) in one.has


def _of_the_time(query: Query, good: list[Scored]) -> list[Scored]:
    """Return the notes that name a time, where one is asked for; what is in the past may be told by the note's day."""
    low = plain(query.text)
    if query.form != "lookup" or not _WHEN.match(low):
        return good
    timed = [one for one in good if _timed(one.note)]
    return timed if timed or _TO_COME.match(low) else good


def _of_a_place(query: Query, good: list[Scored]) -> list[Scored]:
    """Return the notes that name a place by its name, where one is asked for and some do."""
    if not _WHERE.match(plain(query.text)):
        return good
    named = [one for one in good if _TOWN.search(one.note.text) and not moments(one.note.text, one.note.day)]
    return named or good


def _timed(note: Note) -> bool:
    return bool(moments(note.text, note.day)) or any(one.kind in {"clock", "time"} for one in measures(note.text))


def _score(query: Query, found: Sequence[tuple[Note, tuple[int, ...]]], weights: Sequence[float]) -> list[Scored]:
    whole = sum(weights) or 1.0
    scored = []
    for note, has in found:
        if _idle(note, query):
            continue
        scored.append(Scored(note, sum(weights[n] for n in has) / whole, has))
    return scored


def _idle(note: Note, query: Query) -> bool:
    """Whether a note says nothing to a question: it only asks, or tells of others where "I" is asked about."""
    low = plain(query.text)
    if (
        _MINE.search(low)
        and not query.who
        and not _TOLD.search(low)
        and not any(_person(one) for one in tokens(query.text))
    ):
        all_ = tokens(note.text)
        if cues.person(all_, 0, len(all_)):
            return True
    return note.text.rstrip().endswith("?") and not re.search(r"\d", note.text)


def _told(query: Query, note: Note) -> Result:
    return Result(query, True, texts=(note.text,), cited=(Cited(note.day, note.line, note.text),))


def _times(query: Query, notes: Sequence[Note]) -> Result:
    """Return when, or on how many days, a thing that no domain knows was noted."""
    done = [
        note for note in sorted(notes, key=lambda note: (note.day, note.line))
        if not cues.planned(plain(note.text)) and not cues.denied(plain(note.text))
    ]  # fmt: skip
    if not done:
        return Result(query, False, planned=any(cues.planned(plain(note.text)) for note in notes))
    if query.form in {"often", "count"}:
        days = len({note.day for note in done})
        cited = tuple(Cited(note.day, note.line, note.text) for note in done)
        return Result(query, True, (Value(days, "", "days", entries=len(done)),), cited=cited[:60])
    note = done[0] if query.form == "first" else done[-1]
    told = _told(query, note)
    return Result(query, True, (Value(0.0, "", "", note.day, 1),), told.texts, cited=told.cited)


def _preference(query: Query, index: Index, groups: Sequence[Sequence[str]], weights: Sequence[float]) -> Result:
    """Return the latest note in which a preference about the thing asked for is told."""
    either = _DO_I_LIKE.match(plain(query.text)) is not None
    words = _DISLIKED if query.prefer == "dislike" else _LIKED
    found = index.search([*groups, ("generalprefer", "generaldislike")], query.as_of, 400)
    whole = sum(weights) or 1.0
    scored = []
    for note, has in found:
        low = plain(note.text)
        told = words.search(low) or (query.prefer == "dislike" and _NOT_AT_ALL.search(low))
        liked = bool(told) and not (query.prefer == "like" and _DISLIKED.search(low))
        if either:
            liked = bool(_LIKED.search(low) or _DISLIKED.search(low))
        share = sum(weights[n] for n in has if n < len(weights)) / whole
        if not groups:
            share = 1.0
        if share >= 0.5 and (liked or share > 0.9) and not _idle(note, query):
            scored.append((liked, round(share, 2), note.day, note.line, note))
    certain = [one for one in scored if one[0]] or [one for one in scored if query.prefer == "like" and len(groups) > 1]
    if not certain:
        return Result(query, False)
    top = max(one[1] for one in certain)
    best = max((one for one in certain if one[1] >= top - 0.2), key=lambda one: (one[2], one[3]))
    return _told(query, best[4])
