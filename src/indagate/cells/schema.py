"""What people and models say of columns: `--column revenue:amount:EUR`, `columns.yaml`, checked against the values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args

from indagate.cells.name import folded
from indagate.cells.table import Adds, Column, ColumnNote, Kind, Note, Table, is_dated
from indagate.errors import InputError

_WORDS: dict[str, tuple[Kind | None, Adds | None]] = {
    "amount": ("measure", "always"), "stock": ("measure", "groups"), "rate": ("measure", "never"),
    "always": (None, "always"), "groups": (None, "groups"), "never": (None, "never"),
    **{kind: (kind, None) for kind in get_args(Kind)},
}  # fmt: skip
"""The words of a declaration: an amount adds up always, a stock over groups only, a rate never; or a kind."""
_KEYS = {"is", "kind", "adds", "unit", "weight"}
FORM = "NAME:WORD:UNIT, where WORD is " + ", ".join(sorted(_WORDS))
"""The form of a declaration on the command line."""


def parse_column(text: str) -> ColumnNote:
    """Return the note of `--column NAME:WORD:UNIT` (TABLE.NAME:…; WORD or UNIT may be empty). Raises `InputError`."""
    name, *rest = text.split(":", 2)
    word, unit = [*rest, "", ""][:2]
    if not name.strip() or not rest:
        raise InputError(f"--column {text} is not of the form {FORM}", hint="for example --column revenue:amount:EUR")
    table, _, column = name.strip().rpartition(".")
    kind, adds = _word(word.strip(), f"--column {text}")
    return ColumnNote(column, table, kind, adds, unit.strip() or None)


def _word(word: str, where: str) -> tuple[Kind | None, Adds | None]:
    if not word:
        return None, None
    if word not in _WORDS:
        raise InputError(f"{where}: {word!r} is no such word", hint=f"one of {', '.join(sorted(_WORDS))}")
    return _WORDS[word]


def read_column_file(path: Path) -> tuple[ColumnNote, ...]:
    """Return the notes of a `columns.yaml`: column or table.column → {is, adds, unit, weight}. Raises `InputError`."""
    import yaml

    try:
        page = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {' '.join(str(error).split())[:200]}") from None
    if page is None:
        return ()
    if not isinstance(page, dict):
        raise InputError(f"{path} is no list of columns", hint="revenue: {is: amount, unit: EUR}")
    return tuple(_entry(path, str(name), entry) for name, entry in page.items())


def _entry(path: Path, name: str, entry: Any) -> ColumnNote:
    where = f"{path}: {name}"
    if isinstance(entry, str):
        return parse_column(f"{name}:{entry}")
    if not isinstance(entry, dict) or not set(entry) <= _KEYS:
        raise InputError(f"{where} is not understood", hint=f"its keys are {', '.join(sorted(_KEYS))}")
    kind, adds = _word(str(entry.get("is", entry.get("kind", ""))), where)
    if "adds" in entry:
        if entry["adds"] not in get_args(Adds):
            raise InputError(f"{where}: adds is {entry['adds']!r}", hint=f"one of {', '.join(get_args(Adds))}")
        adds = entry["adds"]
    table, _, column = name.rpartition(".")
    unit, weight = entry.get("unit"), entry.get("weight")
    return ColumnNote(
        column, table, kind, adds, None if unit is None else str(unit), None if weight is None else str(weight)
    )


def write_column_file(path: Path, tables: Sequence[Table]) -> None:
    """Write what is known of measures as a `columns.yaml` that a person can edit."""
    import yaml

    page: dict[str, dict[str, str]] = {}
    for table in tables:
        for column in table.columns:
            if column.kind == "measure" and not table.long_of:
                entry = {"is": "measure", "adds": column.adds, "unit": column.unit or "", "weight": column.weight}
                page[f"{table.name}.{column.name}"] = {key: value for key, value in entry.items() if value}
    path.write_text(yaml.safe_dump(page, sort_keys=False, allow_unicode=True), encoding="utf-8")


def apply_notes(tables: Sequence[Table], notes: Sequence[ColumnNote]) -> tuple[tuple[Table, ...], tuple[Note, ...]]:
    """Return the tables with what was said of their columns, and what the values deny. Raises `InputError`."""
    refused: list[Note] = []
    found = list(tables)
    for note in notes:
        hits = 0
        for place, table in enumerate(found):
            if note.table and folded(note.table) != folded(table.name):
                continue
            columns = []
            for column in table.columns:
                if folded(note.column) in (folded(column.name), folded(column.heading)):
                    hits += 1
                    told, why = _said(table, column, note)
                    refused += [Note(text, table.name, column.name) for text in why]
                    column = told  # noqa: PLW2901
                columns.append(column)
            found[place] = replace(table, columns=tuple(columns))
        if not hits:
            names = sorted({column.name for table in tables for column in table.columns})
            near = get_close_matches(note.column, names, n=3)
            raise InputError(f"there is no column {note.column!r}", hint=f"there is {', '.join(near or names[:12])}")
    return tuple(found), tuple(refused)


def _said(table: Table, column: Column, note: ColumnNote) -> tuple[Column, list[str]]:
    """Return the column as said, as far as its values allow, and what they deny."""
    why = []
    kind = note.kind or column.kind
    if kind == "measure" and not column.numeric:
        why.append(f"it is said to be a measure, but its values are {column.type}")
        kind = column.kind
    if kind == "date" and not (is_dated(column.type) or column.type == "VARCHAR" or column.period == "year"):
        why.append("it is said to be a date, but its values are none")
        kind = column.kind
    adds = note.adds or column.adds
    if kind != "measure" and note.adds is not None and note.kind is None and column.numeric:
        kind = "measure"
    if note.weight and all(one.name != note.weight for one in table.columns):
        why.append(f"its weight {note.weight!r} is no column of the table")
    weight = note.weight if note.weight and not any("weight" in text for text in why) else column.weight
    unit = column.unit if note.unit is None else note.unit
    inferred = column.inferred and note.adds is None
    beside = column.unit_column if note.unit_column is None else note.unit_column
    told = replace(column, kind=kind, adds=adds, unit=unit, weight=weight, inferred=inferred, unit_column=beside)
    return told, why
