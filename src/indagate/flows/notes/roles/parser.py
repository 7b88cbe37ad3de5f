"""The parser: the values that a note tells, each with the words that say so. Without a model, the short form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from indagate.flows.notes.domain import Domain
from indagate.flows.notes.entry import Aside, Entry, Reading
from indagate.flows.notes.shortform import read_note, tokens
from indagate.flows.notes.unit import converted, number, unit_of, units_like
from indagate.frozen import dataclass
from indagate.models import Role

Short = Annotated[str, Meta(max_length=80)]


@dataclass(frozen=True, slots=True)
class ParseQuestion:
    """What do these notes tell, each with the day it was written on?"""

    notes: tuple[tuple[date, str], ...]
    domains: tuple[Domain, ...]
    context: str = ""


@dataclass(frozen=True, slots=True)
class Parse:
    """What was read in each note, in their order; `refused` says why an entry was not taken.

    `spoilt` are the notes, from 0, of which nothing that was read could be taken.
    """

    readings: tuple[Reading, ...]
    refused: tuple[str, ...] = ()
    spoilt: tuple[int, ...] = ()


class EntryAnswer(Struct, frozen=True):
    """One value that a note tells. `what` is the thing or activity, `measure` the name of its value, both singular.

    `note` is the note's number, where several are shown.

    `said` is copied from the note, word for word: all words that tell this value, its number included.
    """

    what: Short
    said: Annotated[str, Meta(max_length=600)]
    measure: Short = ""
    value: float | None = None
    unit: Short = ""
    kind: Short = ""
    date: str = ""
    time: str = ""
    domain: Short = ""
    aside: Aside = ""
    note: Annotated[int, Meta(ge=1)] = 1


class ParseAnswer(Struct, frozen=True):
    """The values that the notes tell, those that do not count included with the reason in `aside`."""

    entries: Annotated[tuple[EntryAnswer, ...], Meta(max_length=400)]


def to_parse(asked: ParseQuestion, given: ParseAnswer) -> Parse:
    """Return what a model read, each value with its words in the note; what is not in it is refused."""
    found: list[list[Entry]] = [[] for _ in asked.notes]
    refused: list[str] = []
    bad: set[int] = set()
    for one in given.entries:
        try:
            if one.note > len(asked.notes):
                raise ValueError(f"{one.said!r}: there is no note {one.note}")
            day, text = asked.notes[one.note - 1]
            found[one.note - 1].append(_entry(asked, one, day, text))
        except ValueError as error:
            refused.append(str(error))
            bad.add(one.note - 1)
    readings = tuple(
        Reading(tuple(entries), unread(text, entries))
        for (_, text), entries in zip(asked.notes, found, strict=True)
    )  # fmt: skip
    spoilt = tuple(at for at in sorted(bad) if at < len(found) and not found[at])
    return Parse(readings, tuple(refused), spoilt)


def unread(text: str, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the numbers of a note that stand in no entry's words."""
    spans = [(m.start(), m.end()) for entry in entries for m in re.finditer(re.escape(entry.said), text) if entry.said]
    return tuple(
        token.text for token in tokens(text)
        if any(sign.isdigit() for sign in token.text) and not any(a <= token.start < b for a, b in spans)
    )  # fmt: skip


def _entry(asked: ParseQuestion, one: EntryAnswer, day: date, text: str) -> Entry:
    said = _span(one.said, text)
    if said is None:
        raise ValueError(f"{one.said!r} is not in the note: copy its words")
    if not one.what.strip():
        raise ValueError(f"say in `what` which thing {one.said!r} is about")
    if (one.value is None) != (not one.measure.strip()):
        raise ValueError(f"{one.said!r}: a value needs the name of its measure, and a measure its value")
    unit = unit_of(one.unit) or one.unit.strip()
    named = f"{text} {one.what} {one.measure}".casefold()  # what is counted may be the unit: 4 mites, of mites
    if unit and not unit_of(one.unit) and unit.casefold() not in named and not _stems(unit) <= _stems(named):
        raise ValueError(f"the unit {one.unit!r} is neither known nor in the note")
    if one.value is not None:
        _check_number(one.value, unit, said)
    when = day_named(one.date) or day
    if when > day and not one.aside:
        raise ValueError(f"{one.date} is after the day of the note: what is to come has `aside` planned")
    if one.time and not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", one.time):
        raise ValueError(f"{one.time!r} is no time of day like 07:30")
    domain = one.domain if one.domain in {d.name for d in asked.domains} else ""
    what, measure = _name(one.what), _name(one.measure)
    return Entry(when, what, measure, one.value, unit, domain, one.kind.strip().casefold(), one.time, said, one.aside)


def _stems(text: str) -> set[str]:
    from indagate.cells.grammar.words import tokens as words

    return {word.stem for word in words(text)}


def _name(text: str) -> str:
    return re.sub(r"\W+", "_", text.strip().casefold()).strip("_")


def _span(said: str, text: str) -> str | None:
    """Return the place in a text that some words were copied from, as it stands there."""
    words = [re.escape(word) for word in said.split()]
    found = re.search(r"\s+".join(words), text, re.IGNORECASE) if words else None
    return found[0] if found else None


def _check_number(value: float, unit: str, said: str) -> None:
    """Raise `ValueError` where the words of a value hold numbers, and none of them, nor two together, is the value."""
    written = [n for token in tokens(said) if token.kind == "number" and (n := number(token.text)) is not None]
    whole = any(token.kind in ("range", "hours", "sets", "clock") for token in tokens(said))
    if whole or not any(sign.isdigit() for sign in said):
        return
    units = {found for token in tokens(said) if (found := unit_of(token.text))} or set(units_like(unit))
    same = {*written, *(n * 1000 for n in written), *(converted(n, u, unit) for n in written for u in units)}
    pairs = {a * b for a in written for b in written} | {a + b for a in same for b in same}
    if written and not any(abs(value - n) <= 1e-6 * max(1.0, abs(n)) for n in same | pairs):
        raise ValueError(f"the value {value:g} is not the number in {said!r}")


def day_named(text: str) -> date | None:
    """Return the day that a model named, None where it named none. Raises `ValueError`."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"{text!r} is no day like 2026-10-03") from None


def read(asked: ParseQuestion) -> Parse:
    """Return what the short form tells."""
    return Parse(tuple(read_note(text, day, asked.domains) for day, text in asked.notes))


PARSER: Role[ParseQuestion, Parse] = Role(
    "parser",
    Parse,
    read,
    tier="fast",
    fallback_when_over_budget=True,
    optional=True,
    doc="the values that notes tell",
    prompt=Path(__file__).with_name("parser.md"),
    max_tokens=lambda asked: 600 + 6 * sum(len(text) for _, text in asked.notes),
    answer=ParseAnswer,
    to_output=to_parse,
    check=lambda _, given: given.refused,
    drop_invalid=True,
)
