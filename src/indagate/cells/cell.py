"""Cells: computed values, each with its unit, its label, the rows it rests on and the query that gave it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from indagate.cells.label import Disclosure, Label
from indagate.cells.table import Period, Value
from indagate.errors import InputError
from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A value that names a cell among others of its column; `period` is what a date stands for."""

    column: str
    value: Value
    label: Label
    period: Period = ""
    shown: Label | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One computed value.

    `unit` is None where it is unknown and "" of a plain number. `n` counts the rows that it was computed over,
    `missing` those of them without a value; None where the query's form does not say. `digest` names these rows,
    `start` and `end` are their first and last date. `query` is the digest of the query, `column` its output
    (a handle, never shown).
    """

    value: Value
    unit: str | None
    title: Label
    keys: tuple[Key, ...]
    query: str
    column: str
    kind: str = "measure"
    n: int | None = None
    missing: int | None = None
    filters: tuple[Label, ...] = ()
    period: Period = ""
    start: str = ""
    end: str = ""
    digest: str = ""

    @property
    def label(self) -> str:
        """What it is, in English, from the lineage: never the alias of the query."""
        return self.title.en

    @property
    def scope(self) -> str:
        """Which rows it is of, in English: filters and keys."""
        return self.scope_in("en")

    def scope_in(self, language: str) -> str:
        """Return which rows it is of, in a language."""
        told = [text.of(language) for text in self.filters]
        return "; ".join([*told, *(f"{key.label.of(language)}: {_shown(key, language)}" for key in self.keys)])

    @property
    def name(self) -> str:
        """A handle that stays the same as long as query, column and keys do."""
        said = "\x1f".join([self.query, self.column, *(f"{key.column}={key.value!r}" for key in self.keys)])
        return "c" + hashlib.sha256(said.encode()).hexdigest()[:6]


def _shown(key: Key, language: str) -> str:
    if key.shown is not None:
        return key.shown.of(language)
    return "–" if key.value is None else str(key.value)


@dataclass(frozen=True, slots=True)
class Cells:
    """The result of a query: its checked text, its cells row by row, what is to be told beside them.

    `tables` is the digest of the data. `cut` says that there were more rows.
    """

    sql: str
    cells: tuple[Cell, ...]
    disclosures: tuple[Disclosure, ...] = ()
    tables: str = ""
    cut: bool = False

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def named(self) -> dict[str, Cell]:
        """Return the cells by their handles, for templates."""
        return {cell.name: cell for cell in self.cells}

    def cell(self, column: str = "", **keys: Value) -> Cell:
        """Return the cell of an output column (may be left out if there is one) at these keys. Raises `InputError`."""
        found = [
            cell for cell in self.cells
            if (not column or cell.column == column)
            and all(any(key.column == name and key.value == value for key in cell.keys) for name, value in keys.items())
        ]  # fmt: skip
        if len(found) != 1:
            told = ", ".join(f"{name}={value!r}" for name, value in keys.items())
            raise InputError(
                f"{len(found)} cells are at {column or 'any column'} {told}".rstrip(), hint="name column and keys"
            )
        return found[0]
