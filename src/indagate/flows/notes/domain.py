"""Domain modules: what is to be known of a subject, as data. Seven ship; users add theirs in a folder, as YAML."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from indagate.errors import InputError, StorageError

SHIPPED = Path(__file__).with_name("domains")
FOLDER = "domains"
"""The folder of a home where users put domain modules of their own."""
Dimension = Literal[
    "length", "time", "mass", "gram", "energy", "volume", "money", "pulse", "level", "pace", "percent", "steps", "reps",
    "sets", "count", "degree",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """A value that an activity may have.

    `words` are vocabulary entries that ask for it; `sum`: totals make sense; `best`: which end is a record; `bare`:
    a number without a unit counts; `clock`: "52:30" counts (as minutes and seconds, or as hours); `least`: what an
    entry without the value stands for; `ratio`: computed as one field by another; `range`: plausible values;
    `shown`: minutes as hours; `mean`: periods are compared by averages; `steady`:
    a value far from all others is not the writer's; `product`: computed by multiplying others.
    """

    dimension: Dimension
    words: tuple[str, ...] = ()
    sum: bool = False
    best: Literal["max", "min"] = "max"
    bare: bool = False
    clock: Literal["hours"] | bool = False
    least: float | None = None
    ratio: tuple[str, str] | None = None
    range: tuple[float, float] | None = None
    shown: Literal["hours"] | None = None
    mean: bool = False
    steady: bool = False
    product: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Activity:
    """Something that people log: the vocabulary entries that mark it, those that name its kinds, its values.

    `implied_by`: a value of this dimension alone means it; `needs`: it is none without such a value; `days`: asked how
    often, its days are counted; without `kinds_alone` a kind's name says nothing unless a word or a value is with it.
    `means`: what a vocabulary entry in a question asks for at least (a half marathon: 21 km).
    `asked_by`: entries that ask about it where no activity is named (pace: a run).
    `night_before`: a day's entry is of the night that led to it, so that what follows it is on that day (sleep).
    `asked_as`: words that in a question about it mean a kind, and in a note something else (what the gym costs).
    `narrow`: words that name less than their kind, so that a question with one means no other (pizza: eating out).
    `spells`: its days come in spells, within which no more days than that lie between two notes, and of which the
    latest is meant by when it began (illness).
    `meant_by`: a value of this dimension alone means it in a question (80 kg: body weight).
    `fillers`: words that add nothing in a question about it (pull: a lift).
    `with_value`: entries that mark it only where a value of it is told with them (bike: a ride, but no bike shop).
    `kind_by`: kinds that words of any domain make it, where nothing else does (dinner, paid for: eating out).
    `speed`: km an hour that it is done at, from and to; with `reach`, the km of it in one go, it tells which activity a
    distance is of that none is named with, and whether "1:45" is in hours.
    `tallied`: kinds of which "how many" asks for the total of a field (pull-ups: repetitions, and not days).
    """

    activity: str
    labels: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    fields: Mapping[str, Field] = field(default_factory=dict)
    main: str = ""
    implied_by: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    days: bool = False
    kinds_alone: bool = True
    means: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    asked_by: tuple[str, ...] = ()
    tallied: Mapping[str, str] = field(default_factory=dict)
    night_before: bool = False
    asked_as: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    narrow: tuple[str, ...] = ()
    fillers: tuple[str, ...] = ()
    meant_by: tuple[str, ...] = ()
    spells: int = 0
    with_value: tuple[str, ...] = ()
    speed: tuple[float, float] | None = None
    reach: tuple[float, float] | None = None
    kind_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """What an answer must not claim, in which dimension that fails, and why."""

    dimension: Literal["accuracy", "relevance", "safety", "completeness"]
    claim: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A question that only the user can answer: what brings it up, what to ask, why, and options."""

    about: tuple[str, ...]
    ask: str
    why: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Significant:
    """A note worth remembering: a record of a field, the first of an activity, or any of it (an event)."""

    activity: str
    field: str = ""
    record: Literal["", "max", "min"] = ""
    first: bool = False
    event: str = ""


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain module."""

    name: str
    description: str
    vocabulary: Mapping[str, tuple[str, ...]]
    log_schema: tuple[Activity, ...] = ()
    expertise: str = ""
    evaluation: tuple[Rule, ...] = ()
    clarification: tuple[Pattern, ...] = ()
    significant: tuple[Significant, ...] = ()

    def activity(self, name: str) -> Activity | None:
        """Return the activity of a name, if the domain has it."""
        return next((one for one in self.log_schema if one.activity == name), None)


def read_domain(path: Path) -> Domain:
    """Return the domain module of a file. Raises `InputError` with path, line and reason."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        text = path.read_text("utf-8")
        raw = yaml.load(text, Loader=loader)  # noqa: S506 - a safe loader, written in C where there is one
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: it cannot be read: {error}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise InputError(f"{path}:{line}: {getattr(error, 'problem', None) or 'this is no YAML'}", hint=_HINT) from None
    try:
        domain = msgspec.convert(raw, Domain)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise InputError(f"{path}:{_line(text, where.rstrip('`'))}: {what}{_place(where)}", hint=_HINT) from None
    _refuse_unknown(path, text, raw)
    _check(path, text, domain)
    return domain


_HINT = "docs/notes.md describes what a domain module holds; the shipped ones are examples: indagate notes domains"
_KEYS = {
    "": Domain, "log_schema": Activity, "evaluation": Rule, "clarification": Pattern, "significant": Significant,
}  # fmt: skip


def _place(where: str) -> str:
    return f" (at {where.strip('`').lstrip('.')})" if where.strip("`") else ""


def _line(text: str, where: str) -> int:
    """Return the line of a path like `.log_schema[1].fields[...].dimension` in a YAML text, as near as can be told."""
    import re

    import yaml

    node = yaml.compose(text, Loader=yaml.SafeLoader)
    line = 1
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", where):
        if isinstance(node, yaml.MappingNode) and (name or index == "..."):
            pair = next(((k, v) for k, v in node.value if k.value == name or not name), None)
            if pair is None:
                break
            line, node = pair[0].start_mark.line + 1, pair[1]
        elif isinstance(node, yaml.SequenceNode) and index.isdecimal() and int(index) < len(node.value):
            node = node.value[int(index)]
            line = node.start_mark.line + 1
    return line


def _refuse_unknown(path: Path, text: str, raw: Mapping[str, object]) -> None:
    """Raise `InputError` for a key that nothing reads: most likely it is misspelt."""

    def look(given: object, kind: type, where: str) -> None:
        known = set(kind.__dataclass_fields__)  # type: ignore[attr-defined]
        for key in given if isinstance(given, dict) else ():
            if key not in known:
                listed = ", ".join(sorted(known))
                line = next((n for n, row in enumerate(text.splitlines(), 1) if f"{key}:" in row), 1)
                raise InputError(f"{path}:{line}: nothing is called {key!r} in {where}; known: {listed}", hint=_HINT)

    look(raw, Domain, "a domain module")
    for part, kind in _KEYS.items():
        for one in raw.get(part) or () if part else ():  # type: ignore[attr-defined]
            look(one, kind, part)
            for value in (one.get("fields") or {}).values() if part == "log_schema" else ():
                look(value, Field, "a field")


def _check(path: Path, text: str, domain: Domain) -> None:
    """Raise `InputError` where a module refers to something that it does not have."""

    def refuse(name: str, what: str) -> None:
        line = next((n for n, row in enumerate(text.splitlines(), 1) if name in row), 1)
        raise InputError(f"{path}:{line}: {what}", hint=_HINT)

    if not domain.name.isidentifier() or domain.name != path.stem:
        refuse("name:", f"the module's name {domain.name!r} must be that of its file, {path.stem!r}")
    for one in domain.log_schema:
        asking = (word for item in one.fields.values() for word in item.words)
        named = [*one.words, *one.kinds, *one.with_value, *asking]
        for word in named:
            if word not in domain.vocabulary:
                refuse(word, f"activity {one.activity} names {word!r}, which the vocabulary does not have")
        for kind, tally in one.tallied.items():
            if kind not in one.kinds or tally not in one.fields:
                refuse(kind, f"activity {one.activity} tallies {kind!r} by {tally!r}: a kind and a field are needed")
        for kind in one.asked_as:
            if kind not in one.kinds:
                refuse(kind, f"activity {one.activity} is asked as {kind!r}, which is none of its kinds")
        if one.main and one.main not in one.fields:
            refuse(one.activity, f"activity {one.activity} has no field {one.main!r} to be its main one")
        if not one.labels.get("en"):
            refuse(one.activity, f"activity {one.activity} needs English labels: one and many")
        for name, item in one.fields.items():
            if item.ratio and not set(item.ratio) <= set(one.fields):
                refuse(name, f"field {name} is a ratio of fields that activity {one.activity} does not have")
            if not set(item.product) <= set(one.fields):
                refuse(name, f"field {name} is a product of fields that activity {one.activity} does not have")
    known = {one.activity: one for one in domain.log_schema} | {"preference": None}
    for mark in domain.significant:
        found = known.get(mark.activity, Ellipsis)
        if found is Ellipsis:
            refuse(mark.activity, f"significant: there is no activity {mark.activity!r}")
        if isinstance(found, Activity) and mark.field and mark.field not in found.fields:
            refuse(mark.field, f"significant: activity {mark.activity} has no field {mark.field!r}")


@dataclass(frozen=True, slots=True)
class _Kept:
    """All modules as they were read from files of these stamps."""

    stamps: str
    domains: tuple[Domain, ...]


def usable(home: Path) -> tuple[dict[str, Domain], tuple[str, ...]]:
    """Return the domain modules that can be read, by name, and what is wrong with the others: path, line and reason.

    A note is kept, and what is known answered, also where one of the user's own files cannot be read.
    """
    try:
        return domains(home), ()
    except InputError:
        found, faults = dict(domains()), []
        for file in _own(home):
            try:
                one = read_domain(file)
                found[one.name] = one
            except InputError as error:
                faults.append(error.message)
        return found, tuple(faults)


def _own(home: Path | None) -> list[Path]:
    """Return the files of the domain modules in a home's folder."""
    folder = home / FOLDER if home else None
    return sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]) if folder is not None and folder.is_dir() else []


@lru_cache(maxsize=8)
def domains(home: Path | None = None) -> dict[str, Domain]:
    """Return the domain modules by name: those that ship, and those in the home's folder, which win.

    Raises `InputError` for a bad file. What was read is kept in the home, so that the next command need not read it.
    """
    files = [*sorted(SHIPPED.glob("*.yaml")), *_own(home)]
    stamps = hashlib.sha256(
        "\n".join(
            f"{file} {file.stat().st_mtime_ns} {file.stat().st_size}" for file in [Path(__file__), *files]
        ).encode()
    ).hexdigest()
    kept = home / "notes" / "domains.json" if home else None
    if kept is not None:
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            found = msgspec.json.decode(kept.read_bytes(), type=_Kept)
            if found.stamps == stamps:
                return {one.name: one for one in found.domains}
    read = {one.name: one for one in map(read_domain, files)}
    if kept is not None:
        from indagate.store import write_by_rename

        with contextlib.suppress(StorageError):
            write_by_rename(kept, msgspec.json.encode(_Kept(stamps, tuple(read.values()))))
    return read
