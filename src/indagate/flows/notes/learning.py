"""Learning by exact words: an unknown measure into the user's own domain file, a preferred unit, an allergy."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import Any

from indagate.cells.grammar import periods
from indagate.errors import InputError
from indagate.flows.notes.domain import FOLDER, Domain, domains, read_domain
from indagate.flows.notes.roles.observer import Learnt
from indagate.flows.notes.shortform import FILLERS, lexicon_of, tokens
from indagate.flows.notes.unit import MONEY, dimension, factor, number, unit_of
from indagate.frozen import dataclass
from indagate.storage import write_by_rename

OWN = "mine"
"""The domain module that holds what the user had learnt."""
_MEASURES = {
    "time": "duration", "length": "distance", "mass": "weight", "energy": "energy", "volume": "volume", MONEY: "amount",
    "pace": "pace", "pulse": "pulse", "percent": "share", "degree": "temperature", "": "count",
}  # fmt: skip
_NEVER = frozenset({"pace", "pulse", "percent", "degree"})
"""Dimensions of which totals make no sense."""
_LEARN = re.compile(r"learn\s+([^\W\d]+(?:[ -][^\W\d]+){0,2})\s*[.!]?", re.IGNORECASE)
_PREFERS = re.compile(
    r"i\s+(?:prefer|use)\s+([^\W\d]+|°[cf])(?:\s+(?:to|over|instead\s+of|not)\s+[^\W\d]+)?\s*[.!]?", re.IGNORECASE
)
_ALLERGIC = re.compile(r"(?:i\s+am|i[’']m)\s+allergic\s+to\s+[^.!?\n]{1,60}[.!]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A thing with the unit of its one measure ("" of a plain count)."""

    thing: str
    unit: str = ""

    @property
    def command(self) -> str:
        """What a person types to have it learnt."""
        return f"learn {self.thing} {self.unit}".rstrip()


def lessons(text: str, day: date, known: Iterable[Domain]) -> list[Lesson]:
    """Return what could be learnt of a note: a part with one or two words that nobody knows, a number and its unit.

    Words that say when it was are none of them.
    """
    lexicon = lexicon_of(known)
    found: dict[Lesson, None] = {}
    rows: list[list[tuple[str, str]]] = [[]]
    when = periods(text, day)
    for token in tokens(text):
        if any(period.start <= token.start < period.end for period in when):
            continue
        if token.kind == "stop":
            rows.append([])
        else:
            rows[-1].append((token.kind, token.text))
    for row in rows:
        words = [text for kind, text in row if kind == "word" and not unit_of(text) and text.casefold() not in FILLERS]
        units = [unit_of(text) for kind, text in row if unit_of(text)]
        values = [text for kind, text in row if kind == "number"]
        simple = len(values) == 1 and number(values[0]) is not None and len(units) <= 1 and 1 <= len(words) <= 2
        named = lexicon.named(" ".join(words)) or any((word.casefold(),) in lexicon.measures for word in words)
        if simple and len(row) == len(words) + len(units) + 1 and not named:
            found[Lesson(" ".join(words).casefold(), "".join(units))] = None
    return list(found)


def lesson_of(text: str) -> Lesson | None:
    """Return the lesson that a command is: `learn THING [UNIT]`; else None."""
    found = _LEARN.fullmatch(text.strip())
    if found is None:
        return None
    words = found[1].casefold().split()
    unit = unit_of(words[-1]) if len(words) > 1 else ""
    return Lesson(" ".join(words[:-1] if unit else words), unit)


def learn(home: Path, lesson: Lesson) -> Path:
    """Write a thing into the user's own domain file, from then on read by the short form; return the file.

    Raises `InputError` for a thing that a domain knows already, or a file that cannot be read.
    """
    import yaml

    name = re.sub(r"\W+", "_", lesson.thing).strip("_")
    if not name.isidentifier() or not tokens(lesson.thing):
        raise InputError(f"{lesson.thing!r} cannot be the name of a thing", hint="learn sauna min, learn pushups")
    if lexicon_of(domains(home).values()).named(lesson.thing):
        raise InputError(f"{lesson.thing} is known already", hint="indagate notes domains shows what is known")
    path = home / FOLDER / f"{OWN}.yaml"
    page: dict[str, Any] = {"name": OWN, "description": "What I had learnt", "vocabulary": {}, "log_schema": []}
    if path.is_file():
        read_domain(path)
        page = yaml.safe_load(path.read_text("utf-8"))
    kind = dimension(lesson.unit)
    measure: dict[str, Any] = {"unit": MONEY if kind == MONEY else lesson.unit} if lesson.unit else {"bare": True}
    if kind in _NEVER:
        measure["adds"] = "never"
    page.setdefault("vocabulary", {})[name] = [lesson.thing] if "_" in name else []
    page.setdefault("log_schema", []).append({"activity": name, "measures": {_MEASURES.get(kind, "value"): measure}})
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(page, sort_keys=False, allow_unicode=True)
    trial = path.with_name(f".{OWN}.trial") / f"{OWN}.yaml"
    trial.parent.mkdir(exist_ok=True)
    try:
        trial.write_text(text, "utf-8")
        read_domain(trial)
    finally:
        trial.unlink(missing_ok=True)
        trial.parent.rmdir()
    write_by_rename(path, text.encode(), sync=True)
    domains.cache_clear()
    return path


def told_of_self(text: str, source: str, day: date) -> Learnt | None:
    """Return the preference of a unit or the allergy that a note is, word for word; else None."""
    prefers = _PREFERS.fullmatch(text.strip())
    if prefers is not None and (unit := unit_of(prefers[1])):
        return Learnt("preference", f"unit of {dimension(unit)}", text.strip(), 1.0, source, day, unit=unit)
    if _ALLERGIC.fullmatch(text.strip()):
        return Learnt("fact", "allergy", text.strip(), 1.0, source, day)
    return None


def preferred(value: float, unit: str, units: Iterable[str]) -> tuple[float, str]:
    """Return a value in the unit that a person prefers, where it can be converted exactly."""
    above, _, below = unit.partition("/")
    for one in units:
        if below and one != below and (times := factor(one, below)) is not None:
            return value * times, f"{above}/{one}"
        if not below and one != unit and (times := factor(unit, one)) is not None:
            return value * times, one
    return value, unit
