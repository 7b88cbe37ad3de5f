"""Domain modules: what is to be known of a subject, as data. Seven ship; users add theirs in a folder, as YAML."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from indagate.errors import InputError, StorageError
from indagate.flows.notes.unit import is_unit
from indagate.frozen import dataclass

SHIPPED = Path(__file__).with_name("domains")
FOLDER = "domains"
"""The folder of a home where users put domain modules of their own."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A value that an activity may have: its unit, and the words that name or ask for it.

    `adds`: whether totals make sense; `bare`: a number without a unit beside the activity's word is this one. The unit
    `money` is any currency.
    """

    unit: str = ""
    words: tuple[str, ...] = ()
    adds: Literal["always", "never"] = "always"
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """Something that people log: its kinds (other words that mark it) and its measures."""

    activity: str
    kinds: tuple[str, ...] = ()
    measures: Mapping[str, Measure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rule:
    """What an answer must not claim, in which dimension that fails, and why."""

    dimension: Literal["accuracy", "relevance", "safety", "completeness"]
    claim: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A question that only the user can answer: what to ask, why, and options."""

    ask: str
    why: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Significant:
    """A note worth remembering: a record of a measure, the first of an activity, or any of it (an event)."""

    activity: str
    measure: str = ""
    record: Literal["", "max", "min"] = ""
    first: bool = False
    event: str = ""


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain module. `vocabulary`: a word of the domain and others that mean the same."""

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

    def words_of(self, name: str) -> tuple[str, ...]:
        """Return the words that mean the same as a word of the domain, itself included."""
        return (name.replace("_", " "), *self.vocabulary.get(name, ()))


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
            for value in (one.get("measures") or {}).values() if part == "log_schema" else ():
                look(value, Measure, "a measure")


def _check(path: Path, text: str, domain: Domain) -> None:
    """Raise `InputError` where a module refers to something that it does not have."""

    def refuse(name: str, what: str) -> None:
        line = next((n for n, row in enumerate(text.splitlines(), 1) if name in row), 1)
        raise InputError(f"{path}:{line}: {what}", hint=_HINT)

    if not domain.name.isidentifier() or domain.name != path.stem:
        refuse("name:", f"the module's name {domain.name!r} must be that of its file, {path.stem!r}")
    for one in domain.log_schema:
        if not one.activity.isidentifier():
            refuse(one.activity, f"the activity {one.activity!r} must be letters, digits and _")
        for kind in one.kinds:
            if kind not in domain.vocabulary:
                refuse(kind, f"activity {one.activity} has the kind {kind!r}, which the vocabulary does not have")
        for name, measure in one.measures.items():
            if not name.isidentifier():
                refuse(name, f"the measure {name!r} must be letters, digits and _")
            if measure.unit and not is_unit(measure.unit):
                refuse(name, f"the unit {measure.unit!r} of {one.activity}.{name} is not known")
    known = {one.activity: one for one in domain.log_schema}
    for mark in domain.significant:
        found = known.get(mark.activity)
        if found is None:
            refuse(mark.activity, f"significant: there is no activity {mark.activity!r}")
        elif mark.measure and mark.measure not in found.measures:
            refuse(mark.measure, f"significant: activity {mark.activity} has no measure {mark.measure!r}")


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
        from indagate.storage import write_by_rename

        with contextlib.suppress(StorageError):
            write_by_rename(kept, msgspec.json.encode(_Kept(stamps, tuple(read.values()))))
    return read
