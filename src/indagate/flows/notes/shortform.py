"""The short form of a note, read without a model: a known word with its values, and nothing else beside them.

"ran 5 km in 28 min, slept 7h30": a part of a sentence is read only if every word of it is known; what stands beside a
word that is not known is left unread, and so is what follows it in the sentence. No word is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import date, timedelta
from functools import lru_cache

from indagate.cells.grammar import periods
from indagate.flows.notes.domain import Activity, Domain, Measure
from indagate.flows.notes.entry import Entry, Reading
from indagate.flows.notes.unit import MONEY, NUMBER, converted, dimension, number, unit_of
from indagate.frozen import dataclass

FILLERS = frozenset({
    "a", "an", "the", "i", "my", "me", "of", "for", "in", "at", "on", "with", "and", "then", "also", "today", "was",
    "were", "is", "did", "had", "got", "went", "total", "it",
})  # fmt: skip
"""Words that add nothing beside a known word and a value; a closed list."""
_CLOCK = r"(?:[01]?\d|2[0-4])[:.][0-5]\d"
_TOKEN = re.compile(
    rf"(?P<range>{_CLOCK}\s*(?:-|–|—|to|until|till)\s*{_CLOCK}(?!\d))"
    r"|(?P<hours>\d{1,2}\s?h\s?[0-5]?\d(?:\s?(?:min|m))?\b)"
    rf"|(?P<price>\d{{1,3}}\s?[x×]\s?{NUMBER}(?=\s?(?:[€$£₽]|eur|usd|gbp|chf)))"
    r"|(?P<sets>\d{1,2}\s?[x×]\s?\d{1,3}(?![\d.,]*\d|\s?[x×]))"
    r"|(?P<clock>\d{1,2}:[0-5]\d(?::[0-5]\d)?)"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<sign>[€$£₽])"
    r"|(?P<word>[^\W\d_]+(?:['’\-/][^\W\d_]+)*|/km|%|°c)"
    r"|(?P<stop>[.!?;\n]+|[,:–—()&+@~<>=*/\-])|(?P<other>\S)",
    re.IGNORECASE,
)
_HOUR = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")
_SENTENCE = re.compile(r"(?<!\d)[.!?;]+(?=\s|$)|(?<=\d)[.!?;]+(?=\s+[^\W\d]|\s*$)|\n+")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a note: what it is (number, word, clock, …), and its place."""

    kind: str
    text: str
    start: int
    end: int


Sense = tuple[str, Activity, str]
"""A domain's name, an activity of it, and a kind of that activity or ""."""


@dataclass(frozen=True)
class Lexicon:
    """What the words of some domains stand for: phrases (lower case) and their senses."""

    senses: dict[tuple[str, ...], list[Sense]]
    measures: dict[tuple[str, ...], set[tuple[str, str]]]
    """Words of measures: which (activity, measure) they may name."""
    longest: int

    def at(self, words: Sequence[str], start: int) -> tuple[int, list[Sense]]:
        """Return how many words from a place on are the longest known phrase, and its senses."""
        for length in range(min(self.longest, len(words) - start), 0, -1):
            found = self.senses.get(tuple(words[start : start + length]))
            if found:
                return length, found
        return 0, []

    def named(self, text: str) -> frozenset[str]:
        """Return the activities that the words of a text name, whatever else it says."""
        words = [token.text.casefold().replace("’", "'") for token in tokens(text) if token.kind == "word"]
        found: set[str] = set()
        at = 0
        while at < len(words):
            length, senses = self.at(words, at)
            found |= {sense[1].activity for sense in senses}
            at += max(1, length)
        return frozenset(found)

    def changed(self, other: Lexicon) -> set[str]:
        """Return the first words of the phrases that another lexicon takes differently; no other note reads anew."""
        phrases = {one for one in {*self.senses, *other.senses} if self.senses.get(one) != other.senses.get(one)}
        return {one[0] for one in phrases | (self.measures.keys() ^ other.measures.keys()) if one}


def lexicon_of(domains: Iterable[Domain]) -> Lexicon:
    """Return what the words of some domains stand for."""
    senses: dict[tuple[str, ...], list[Sense]] = {}
    measures: dict[tuple[str, ...], set[tuple[str, str]]] = {}
    for domain in domains:
        for activity in domain.log_schema:
            for kind in ("", *activity.kinds):
                for words in domain.words_of(kind or activity.activity):
                    phrase = tuple(words.casefold().split())
                    senses.setdefault(phrase, []).append((domain.name, activity, kind))
            for name, measure in activity.measures.items():
                for words in (name.replace("_", " "), *measure.words):
                    measures.setdefault(tuple(words.casefold().split()), set()).add((activity.activity, name))
    longest = max((len(phrase) for phrase in senses), default=1)
    return Lexicon(senses, measures, longest)


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the pieces of a note in order."""
    return tuple(Token(str(m.lastgroup), m[0], m.start(), m.end()) for m in _TOKEN.finditer(text) if m[0].strip())


def numbers(text: str) -> list[Token]:
    """Return the pieces of a note that hold digits."""
    return [token for token in tokens(text) if any(sign.isdigit() for sign in token.text)]


def read_note(text: str, day: date, domains: Iterable[Domain], lexicon: Lexicon | None = None) -> Reading:
    """Read a note that was written on a day; what is not of the short form is named as unread."""
    known = lexicon or lexicon_of(domains)
    entries: list[Entry] = []
    unread: list[str] = []
    at = 0
    for stop in [*_SENTENCE.finditer(text), None]:
        end = stop.start() if stop else len(text)
        asked = stop is not None and "?" in stop[0]
        found, missed = _sentence(text[at:end], day, known, asked=asked)
        entries += found
        unread += missed
        at = stop.end() if stop else end
    return Reading(tuple(entries), tuple(dict.fromkeys(unread)))


@dataclass(slots=True)
class _Part:
    """A part of a sentence: what it names, the values in it, and what stands in the way."""

    senses: list[list[Sense]] = field(default_factory=list)
    named: list[tuple[str, ...]] = field(default_factory=list)
    values: list[tuple[float, str, str, str]] = field(default_factory=list)
    """Each value: its size, its unit, the word that names its measure, and as it is written."""
    time: str = ""
    unknown: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)


def _sentence(text: str, day: date, lexicon: Lexicon, *, asked: bool) -> tuple[list[Entry], list[str]]:
    """Read a sentence part by part, up to the first that is not understood."""
    about, spans = day, []
    future = False
    for period in periods(text, day):
        spans.append((period.start, period.end))
        if period.first != period.last or period.first > day or period.first < day - timedelta(366):
            future = True
        about = period.first
    pieces = [t for t in tokens(text) if not any(start <= t.start < end for start, end in spans)]
    if asked or future or len(spans) > 1:
        return [], [t.text for t in pieces if any(sign.isdigit() for sign in t.text)]
    entries: list[Entry] = []
    unread: list[str] = []
    before: tuple[Sense, Entry | None] | None = None
    blocked = False
    for row in _parts(pieces):
        part = _part(row, lexicon)
        made = None if blocked or part.unknown or part.doubtful else _entries(part, about, before, _said(text, row))
        if made is None:
            has_values = any(any(sign.isdigit() for sign in t.text) for t in row)
            blocked = blocked or bool(part.unknown or part.doubtful or has_values)
            if has_values or part.senses:
                unread += [*part.unknown, *_numbers_of(row)]
            continue
        sense, found = made
        entries += found
        before = (sense, None) if sense is not None else before
    return entries, unread


def _said(text: str, row: Sequence[Token]) -> str:
    return text[row[0].start : row[-1].end] if row else ""


def _numbers_of(row: Sequence[Token]) -> list[str]:
    """Return the numbers of a part as they are written, each with the unit that follows it."""
    found = []
    for at, token in enumerate(row):
        if any(sign.isdigit() for sign in token.text):
            unit = row[at + 1].text if at + 1 < len(row) and unit_of(row[at + 1].text) else ""
            found.append(f"{token.text} {unit}".strip())
    return found


def _parts(pieces: Sequence[Token]) -> list[list[Token]]:
    """Divide a sentence at commas, semicolons, brackets and "and" or "then" before a word that is no number."""
    found: list[list[Token]] = [[]]
    for token in pieces:
        if token.kind == "stop" and token.text in (",", "(", ")", "&", "+"):
            found.append([])
        else:
            found[-1].append(token)
    return [row for row in found if row]


def _part(row: Sequence[Token], lexicon: Lexicon) -> _Part:
    part = _Part()
    at = 0
    while at < len(row):
        token = row[at]
        if token.kind == "word":
            at += _take_word(row, at, part, lexicon)
        elif token.kind == "stop":
            if token.text not in (":", "@"):
                part.unknown.append(token.text)
            at += 1
        else:
            at += _take_value(row, at, part)
    return part


def _words(row: Sequence[Token], at: int) -> list[str]:
    found = []
    for token in row[at:]:
        if token.kind != "word":
            break
        found.append(token.text.casefold().replace("’", "'"))
    return found


def _take_word(row: Sequence[Token], at: int, part: _Part, lexicon: Lexicon) -> int:
    words = _words(row, at)
    length, senses = lexicon.at(words, 0)
    measure = next((n for n in range(min(3, len(words)), 0, -1) if tuple(words[:n]) in lexicon.measures), 0)
    if length and length >= measure:
        part.senses.append(senses)
        return length
    if measure:
        part.named.append(tuple(words[:measure]))
        return measure
    if words[0] not in FILLERS:
        part.unknown.append(row[at].text)
    return 1


def _take_value(row: Sequence[Token], at: int, part: _Part) -> int:
    """Take a number with its unit, a clock range, sets and repetitions, a count times a price; return the tokens."""
    token = row[at]
    after = row[at + 1].text if at + 1 < len(row) else ""
    if token.kind == "range":
        minutes = _range(token.text)
        part.values.append((minutes, "min", "", token.text))
        return 1
    if token.kind == "hours":
        hours, rest = re.findall(r"\d+", token.text)[0], re.findall(r"\d+", token.text)[1:]
        part.values.append((int(hours) * 60 + (int(rest[0]) if rest else 0), "min", "", token.text))
        return 1
    if token.kind == "price":
        one, other = (number(text) for text in re.findall(NUMBER, token.text))
        if one is None or other is None:
            part.doubtful.append(token.text)
            return 1
        part.values.append((round(one * other, 6), unit_of(after), "", f"{token.text} {after}"))
        return 2
    if token.kind == "sets":
        return _take_sets(row, at, part)
    if token.kind == "clock":
        opens = token.start == 0 and _HOUR.fullmatch(token.text) is not None and len(row) > 1
        if not part.time and (opens or (at and row[at - 1].text.casefold() == "at")):
            part.time = token.text.rjust(5, "0")[:5]
        else:
            part.doubtful.append(token.text)
        return 1
    if token.kind == "sign":
        value = number(after) if at + 1 < len(row) and row[at + 1].kind == "number" else None
        if value is None:
            part.doubtful.append(token.text)
            return 1
        part.values.append((value, unit_of(token.text), "", f"{token.text}{after}"))
        return 2
    value = number(token.text) if token.kind == "number" else None
    if value is None:
        part.doubtful.append(token.text)
        return 1
    taken = 1
    if after.casefold() == "k" and row[at + 1].start == token.end:
        value, taken = value * 1000, 2
        after = row[at + 2].text if at + 2 < len(row) else ""
        if dimension(unit_of(after)) not in ("", MONEY):
            part.doubtful.append(token.text)
    unit = unit_of(after)
    taken += bool(unit)
    said = token.text if not unit else f"{token.text} {after}"
    part.values.append((value, unit, "k" if "k" in [t.text.casefold() for t in row[at + 1 : at + 2]] else "", said))
    return taken


def _range(text: str) -> float:
    first, last = (int(h) * 60 + int(m) for h, m in re.findall(r"(\d{1,2})[:.](\d\d)", text))
    return float((last - first) % (24 * 60))


def _take_sets(row: Sequence[Token], at: int, part: _Part) -> int:
    """Take "5x5": sets and repetitions."""
    one, other = (float(text) for text in re.findall(r"\d+", row[at].text))
    if at + 1 < len(row) and row[at + 1].kind == "word" and unit_of(row[at + 1].text):
        part.doubtful.append(row[at].text)
        return 1
    part.values += [(one, "", "sets", row[at].text), (other, "", "reps", row[at].text)]
    return 1


def _entries(
    part: _Part, day: date, before: tuple[Sense, Entry | None] | None, said: str
) -> tuple[Sense | None, list[Entry]] | None:
    """Return what a part tells, if there is exactly one way to take it; None where there is none or more."""
    if not part.senses and not part.values:
        return (None, []) if not part.named else None
    senses = _common(part.senses) if part.senses else [before[0]] if before else []
    ways = []
    for sense in senses:
        placed = _placed(part, sense[1])
        if placed is not None:
            ways.append((sense, placed))
    if len(ways) != 1:
        return None
    (domain, activity, kind), placed = ways[0]
    base = {"domain": domain, "kind": kind, "time": part.time, "said": said}
    if not placed:
        return ways[0][0], [Entry(day, activity.activity, **base)]  # type: ignore[arg-type]
    return ways[0][0], [
        Entry(day, activity.activity, name, value, unit, **base)  # type: ignore[arg-type]
        for name, value, unit in placed
    ]


def _common(senses: list[list[Sense]]) -> list[Sense]:
    """Return the activities that all words of a part may mean, each with the one kind that they name."""
    found: list[Sense] = []
    for domain, activity, _ in {(s[0], s[1].activity): s for s in senses[0]}.values():
        kinds = [{s[2] for s in row if s[1].activity == activity.activity} for row in senses]
        if not all(kinds):
            continue
        named = {kind for row in kinds for kind in row if kind}
        if len(named) < 2:
            found.append((domain, activity, next(iter(named), "")))
    return found


def _placed(part: _Part, activity: Activity) -> list[tuple[str, float, str]] | None:
    """Return the measure, value and unit of each value of a part; None where one has no place, or two the same."""
    found: dict[str, tuple[float, str]] = {}
    named = [_named(words, activity) for words in part.named]
    if any(name is None for name in named):
        return None
    for value, unit, hint, _ in part.values:
        name = _measure(unit, hint, activity, [one for one in named if one], len(part.values))
        if name is None or name in found:
            return None
        measure = activity.measures[name]
        if hint == "k" and dimension(measure.unit) not in ("", MONEY):
            return None
        to = measure.unit if measure.unit and measure.unit != MONEY else unit
        found[name] = converted(value, unit, to), to
    unplaced = [name for name in named if name and name not in found]
    return None if unplaced else [(name, value, unit) for name, (value, unit) in found.items()]


def _named(words: tuple[str, ...], activity: Activity) -> str | None:
    return next(
        (
            name for name, measure in activity.measures.items()
            if words in {tuple(w.casefold().split()) for w in (name.replace("_", " "), *measure.words)}
        ), None,
    )  # fmt: skip


def _measure(unit: str, hint: str, activity: Activity, named: list[str], values: int) -> str | None:
    """Return the measure that a value is of: by its unit, by the word beside it, or a bare number's."""
    measures = activity.measures
    if hint in ("sets", "reps"):
        return hint if hint in measures else None
    same = [name for name, measure in measures.items() if _fits(unit, measure)]
    if unit:
        narrowed = [name for name in same if name in named] or same
        return narrowed[0] if len(narrowed) == 1 else None
    if len(named) == 1 and values == 1:
        return named[0] if not measures[named[0]].unit or measures[named[0]].bare else None
    bare = [name for name, measure in measures.items() if measure.bare]
    return bare[0] if len(bare) == 1 and not named and values == 1 else None


def _fits(unit: str, measure: Measure) -> bool:
    return bool(unit and measure.unit) and dimension(unit) == dimension(measure.unit)
