"""Whether a note holds an answer of the kind that a question asks for, which the question does not say itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from indagate.flows.notes.calendarwords import MONTHS, NUMBERS, WEEKDAYS
from indagate.flows.notes.entry import Note
from indagate.flows.notes.measure import UNITS, measures
from indagate.flows.notes.moment import moments
from indagate.flows.notes.offline import cues
from indagate.flows.notes.offline.idleword import idle
from indagate.flows.notes.offline.sought import GENERAL, Sought
from indagate.flows.notes.offline.thesaurus import thesaurus
from indagate.flows.notes.pattern import pattern
from indagate.flows.notes.token import Token, content, plain, stem, tokens

_ANY_NUMBER = frozenset(("code", "number", "reading"))
_BEINGS = frozenset(("one of animals", "one of healers", "one of trades"))
_FAMILY = frozenset(
    ("mother", "father", "sister", "brother", "wife", "husband", "son", "daughter", "grandma", "grandpa", "friend")
)
_ROLES = frozenset(("manager", "colleague", "client", "landlord", "neighbour", "friend"))
_CALENDAR = frozenset((*MONTHS, *WEEKDAYS))
_BEGINS = pattern(r"(?:^|[.!?])\W*")
_PLACED = pattern(
    r"\b(?:in|at|on the|under|behind|near|inside|above|below|beside|between|into|along|to the|в|во|на|под|за|у|около|"
    r"рядом с|из|возле|вдоль|im|am|bei|nach|aus)\s+(?:the |my |our |a |an )*(?P<what>[^\W\d]+)"
)
_TOWN = re.compile(r"\b(?:in|at|to|near|from|в|во|на|из|под|около|nach|aus) [A-ZА-ЯЁ][^\W\d]+$")
_CAUSE = pattern(
    r"\b(?:because|since|due|so|as|after|thanks|for|потому|из-за|так как|после|от)\b|[,;(]\s*[^\W\d]|\s[-–—]\s"
)
_COLOURS = pattern(
    r"\b(?:ral|white|black|red|blue|green|yellow|grey|gray|brown|beige|pink|purple|orange|cream|turquoise|бел\w+|"
    r"черн\w+|"
    r"красн\w+|син\w+|голуб\w+|зелен\w+|желт\w+|сер\w+|коричнев\w+|бежев\w+|розов\w+|фиолетов\w+|оранжев\w+)\b"
)
_SIZE = pattern(r"\b(?:size|eu|uk|размер\w*|рр?)\b\W*\d|\b\d+\s*(?:x|×|х|cm|см|mm|мм|inch)|\b(?:XS|XXL|XL|[SML])\b")
_PART_OF_DAY = pattern(r"\b(?:mornings?|evenings?|afternoons?|noon|nights?|утр\w+|вечер\w*|днем|ноч\w+)\b")
_ONLY_PLANNED = pattern(
    r"\b(?:goals?|plans?|planned|tomorrow|i'll|i will|i want|going to|hope to|would like|цел[ьи]|план|планирую|хочу|"
    r"завтра|собираюсь|надеюсь)\b"
)
_SIDE = pattern(r"\b(?:left|right|both|лев\w+|прав\w+|обе|оба)\b")
_AGE = pattern(r"\b(?:\d+ years?|years? old|turn(?:s|ed)? \d+|aged? \d+|\d+ лет|\d+ год\w*|исполнилось)\b")
_SPELL = pattern(
    r"\b(?:an?|one|two|three|four|five|six|ten|\d+|две|два|три|четыре|пять|шесть|одну?|недел[юя])\W+"
    r"(?:minutes?|hours?|days?|weeks?|months?|years?|минут\w*|час\w*|дн\w+|день|недел\w+|месяц\w*|лет|"
    r"год\w*)\b"
)
_COURSE = pattern(
    r"\b(?:went|gone|go|well|badly|great|good|bad|fine|awful|success\w*|fail\w*|прош\w+|хорошо|плохо|"
    r"отлично|удачно|"
    r"успешно|провал\w*)\b"
)
_CODE = pattern(r"\d{3,}")
_SECRET = pattern(r"\b(?=\w*\d)(?=\w*[^\W\d_]{3})\w{6,}\b|(?<![\d-])\d{1,3}(?:-\d{1,3}){2,}(?![\d-])")
"""A word with a number in it, or a combination of a lock."""
_STREET = pattern(
    r"\b(?:street|str|road|rd|avenue|lane|square|house \d|flat \d|ул|улиц\w+|просп\w*|переул\w+|дом \d)\b"
)
_ABOUT = pattern(r"\b(?:about|on|re|про|о|об|на тему)\b")
_CLOCK_FIRST = pattern(r"\W*\d{1,2}:\d\d\b")


def holds(note: Note, asked: Sought) -> bool:
    """Whether a note holds an answer of one of the kinds that are asked for; with none, something that is new."""
    if asked.coming and not _dated(note, asked):
        return False
    if asked.past and _ONLY_PLANNED.search(plain(note.text)):
        return False
    if _of_somebody_else(note, asked):
        return False
    kinds = [one for one in asked.kinds if one not in GENERAL] or list(asked.kinds)
    if not kinds:
        return not asked.asks or any(_fresh(note, asked))
    return any(_TESTS[one](note, asked) for one in kinds)


def _of_somebody_else(note: Note, asked: Sought) -> bool:
    """Whether a note tells the birthday of another than the one who asks for his own, or of one who is named."""
    whose = "person" in asked.kinds and not asked.words & {"my", "мой", "мое", "моего", "моем", "мне"}
    if "birthday" not in _asked_groups(asked) or whose or any(one.own for one in asked.needs):
        return False
    told = {group for said in thesaurus().said(note.text) for group in said.groups}
    names = any(one.low.removesuffix("'s") in cues.NAMES for one in tokens(note.text))
    return names or bool((told & _FAMILY) - _asked_groups(asked))


def _fresh(note: Note, asked: Sought) -> Iterator[Token]:
    """Yield the words and numbers of a note that the question does not say."""
    for token in tokens(note.text):
        low = token.low.removesuffix("'s")
        if token.number or (token.word and stem(low) not in asked.own and content(low) and stem(low) not in idle()):
            yield token


def _capitals(note: Note, asked: Sought) -> Iterator[Token]:
    """Yield the names of a note that the question does not say: capitals within a sentence, known names anywhere."""
    begun = {match.end() for match in _BEGINS.finditer(note.text)}
    for token in _fresh(note, asked):
        inner = token.text[0].isupper() and token.start not in begun and token.low not in _CALENDAR
        known = token.low.removesuffix("'s") in cues.NAMES and token.text[0].isupper()
        if (inner or known) and len(token.text) > 1 and token.low not in UNITS:
            yield token


def _asked_groups(asked: Sought) -> set[str]:
    return {group for need in (*asked.needs, *asked.beside) for group in need.groups}


def _being(group: str) -> bool:
    return group in _ROLES | _FAMILY or thesaurus().sections[group] in _BEINGS


def _named(note: Note, asked: Sought) -> bool:
    """Whether a name is told: of a being a person's, of anything else another."""
    roles = any(_being(group) for group in _asked_groups(asked))
    beings = roles or any(need.own for need in asked.needs)
    found = [token for token in _capitals(note, asked) if beings or token.low.removesuffix("'s") not in cues.NAMES]
    called = {one for need in asked.needs if need.own for one in need.stems}
    if called:  # the rest of somebody's name stands beside what is known of it
        return any(_beside(note, token, called) for token in found)
    ill = any(thesaurus().sections[group] == "one of body" for group in _asked_groups(asked))
    return bool(found) or (ill and not roles and _found_out(note, asked))


def _beside(note: Note, token: Token, called: set[str]) -> bool:
    """Whether a word stands directly beside a name."""
    all_ = tokens(note.text)
    at = all_.index(token)
    return any(
        stem(one.low.removesuffix("'s")) in called for one in (*all_[max(0, at - 1) : at], *all_[at + 1 : at + 2])
    )


def _somebody(note: Note, asked: Sought) -> bool:
    """Whether somebody is told of that the question does not name: a name, one of the family, a being or a role."""
    if any(True for _ in _capitals(note, asked)):
        return True
    kin = any(one.low.removesuffix("'s") in cues.KIN and stem(one.low) not in asked.own for one in tokens(note.text))
    groups = {group for said in thesaurus().said(note.text) for group in said.groups}
    return kin or any(_being(group) for group in groups - _asked_groups(asked))


def _number(note: Note, asked: Sought) -> bool:
    """Whether a number is told that is no quantity, no day and no time: a code, a count on a meter."""
    del asked
    if _SECRET.search(note.text):
        return True
    taken = [(start, end) for _, _, start, end in days_of(note)]
    taken += [(one.start, one.end) for one in measures(note.text) if one.kind not in {"number", "count"} or one.unit]
    return any(
        token.number and _CODE.fullmatch(token.text) is not None and not any(a <= token.start < b for a, b in taken)
        for token in tokens(note.text)
    ) or bool(re.search(r"\d\s*(?:kwh|m3|квт|м3)", plain(note.text)))


def _phone(note: Note, asked: Sought) -> bool:
    del asked
    return re.search(r"\+?\d[\d\s()-]{5,}\d", note.text) is not None


def _dated(note: Note, asked: Sought) -> bool:
    """Whether a day is told: in the note where it must be, and one to come if that is asked for; else by its own."""
    said = days_of(note)
    if asked.coming:
        return any(last >= asked.as_of for _, last, _, _ in said)
    return bool(said) or not asked.dated


def _timed(note: Note, asked: Sought) -> bool:
    """Whether a time of day is told, that is not only when the note was written, and no time that something took."""
    del asked
    start = _CLOCK_FIRST.match(note.text)
    return any(
        one.kind == "clock" and not (start and one.start < start.end()) and one.value < 24
        for one in measures(note.text)
    )


def _money(note: Note, asked: Sought) -> bool:
    del asked
    return any(one.kind == "money" for one in measures(note.text))


def _counted(note: Note, asked: Sought) -> bool:
    """Whether a quantity is told, in a unit of the kind that the question names, if it does."""
    units = {UNITS[word][0] for word in asked.words if word in UNITS} - {"count"}
    told = [one for one in measures(note.text) if one.kind != "clock" or not _CLOCK_FIRST.match(note.text)]
    return any(not units or one.kind.partition(":")[0] in {unit.partition(":")[0] for unit in units} for one in told)


_ARTICLES = frozenset(("a", "an", "ein", "eine", "einen", "einem", "einer", "one"))


def _tallied(note: Note, asked: Sought) -> bool:
    """Whether a number of things is told, which neither a price nor any other quantity is."""
    if any(word in UNITS for word in asked.words):
        return _counted(note, asked)
    bare = any(one.kind in {"number", "count"} for one in measures(note.text))
    return bare or any(token.low in NUMBERS and token.low not in _ARTICLES for token in tokens(note.text))


def holds_by_name(note: Note, asked: Sought) -> bool:
    """Whether a note tells the place that is asked for by its name."""
    return "place" in asked.kinds and any(_TOWN.search(note.text[: one.end]) for one in _capitals(note, asked))


def _lasting(note: Note, asked: Sought) -> bool:
    del asked
    start = _CLOCK_FIRST.match(note.text)
    told = (one for one in measures(note.text) if not (start and one.start < start.end()))
    return any(one.kind in {"time", "clock"} for one in told) or _SPELL.search(plain(note.text)) is not None


def _place(note: Note, asked: Sought) -> bool:
    for match in _PLACED.finditer(plain(note.text)):
        word = match["what"]
        if stem(word) not in asked.own and stem(word) not in idle() and word not in _CALENDAR and content(word):
            return True
    return _STREET.search(plain(note.text)) is not None


def _reason(note: Note, asked: Sought) -> bool:
    return _CAUSE.search(plain(note.text)) is not None and any(one.word for one in _fresh(note, asked))


def _found_out(note: Note, asked: Sought) -> bool:
    """Whether more is told than what was asked about, what it cost and when it will be."""
    money = [(one.start, one.end) for one in measures(note.text)]
    if cues.planned(plain(note.text)) or any(day > note.day for day, *_ in days_of(note)):
        return False
    if cues.corrects(plain(note.text)):
        return False
    known = {span.start: span.groups for span in thesaurus().said(note.text)}
    asks = _asked_groups(asked)
    return any(
        token.word and not any(a <= token.start < b for a, b in money)
        and not set(known.get(token.start, ())) & ({"money"} | asks)
        for token in _fresh(note, asked)
    )  # fmt: skip


def _advised(note: Note, asked: Sought) -> bool:
    """Whether it is told what was said; of a friend, who does more than speak, only in words of saying."""
    friend = any(set(need.stems) & set(map(stem, cues.NAMES)) for need in asked.needs if need.own)
    says = ":" in note.text or any("advice" in one.groups for one in thesaurus().said(note.text))
    return _found_out(note, asked) and (says or not friend)


def _brand(note: Note, asked: Sought) -> bool:
    return any(
        token.low.removesuffix("'s") not in cues.NAMES and token.low != "ral" for token in _capitals(note, asked)
    )


def _exercise(note: Note, asked: Sought) -> bool:
    del asked
    return any(
        thesaurus().sections[group] == "one of lifts" for one in thesaurus().said(note.text) for group in one.groups
    )


def _by(words: re.Pattern[str]) -> Callable[[Note, Sought], bool]:
    return lambda note, asked: words.search(plain(note.text)) is not None


_TESTS: dict[str, Callable[[Note, Sought], bool]] = {
    "person": _somebody, "name": _named, "reason": _reason, "place": _place, "clock": _timed, "day": _dated,
    "part of day": _by(_PART_OF_DAY), "quantity": _counted, "tally": _tallied, "duration": _lasting,
    "address": _by(_STREET), "course": _by(_COURSE),
    "side": _by(_SIDE), "age": _by(_AGE), "topic": _by(_ABOUT), "money": _money, "size": _by(_SIZE),
    "colour": _by(_COLOURS), "brand": _brand, "exercise": _exercise, "outcome": _found_out, "advice": _advised,
    "phone": _phone, **dict.fromkeys(_ANY_NUMBER, _number),
}  # fmt: skip


def days_of(note: Note) -> list[tuple[date, date, int, int]]:
    """Return the days that a note names: what it plans is to come, and no day without a year lies half a year back."""
    found = []
    for one in moments(note.text, note.day):
        first, last = one.first, one.last
        if first == last and timedelta() < note.day - last < timedelta(8) and cues.planned(plain(note.text)):
            first = last = last + timedelta(7)
        if (
            first.year > 1
            and note.day - last > timedelta(200)
            and not re.search(r"\d{4}", note.text[one.start : one.end])
        ):
            first, last = first + timedelta(365), last + timedelta(365)
        found.append((first, last, one.start, one.end))
    return found


def told_day(note: Note, first: date, last: date) -> bool:
    """Whether a note is of some days, or names one of them."""
    return first <= note.day <= last or names_day(note, first, last)


def names_day(note: Note, first: date, last: date) -> bool:
    """Whether a note names one of some days."""
    return any(first <= start and end <= last for start, end, *_ in days_of(note))
