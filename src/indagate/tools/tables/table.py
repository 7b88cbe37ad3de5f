"""What a folder of tables holds: tables, columns, and everything odd about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cell = str | int | float | bool | None
"""A value in a row: dates and moments are ISO 8601 texts, a missing value is None."""
ColumnKind = Literal["integer", "number", "date", "moment", "boolean", "text"]
Grain = Literal["", "year", "quarter", "month", "week", "day"]
"""What one date of a column stands for: 2020-04-01 of a quarterly column is its second quarter."""
NoteKind = Literal[
    "encoding", "empty-file", "no-rows", "one-row", "no-header", "duplicate-header", "empty-header", "preamble",
    "footer", "ragged", "odd-cells", "mixed", "missing-words", "unit-mix", "unit-bare", "ambiguous-date",
    "decimal-comma", "empty-column", "not-a-number", "total-row", "duplicate-rows", "unreadable", "unknown-format",
    "long-numbers", "codes",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file with tables: its name within the folder, where its bytes are, their sha256 and how many there are."""

    label: str
    path: str
    sha256: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a careful reader should know: what kind, in which file, table and column, how often."""

    kind: NoteKind
    text: str
    file: str = ""
    table: str = ""
    column: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Odd:
    """A cell that does not fit its column, which has no value there: its data row, counted from 1, and its text."""

    row: int
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in SQL, its heading without the unit, its kind and unit, how much is missing.

    `heading` is as in the file, of equal ones the second with `_2`. An integer column of the grain "year" holds years.
    `odd` lists the first of `odd_cells` cells that do not fit.
    """

    name: str
    title: str
    kind: ColumnKind
    unit: str = ""
    grain: Grain = ""
    nulls: int = 0
    distinct: int = 0
    odd_cells: int = 0
    odd: tuple[Odd, ...] = ()
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its name in SQL, its file and sheet, how many rows, its columns in their order."""

    name: str
    title: str
    file: str
    rows: int
    columns: tuple[Column, ...]
    sheet: str = ""

    def column(self, name: str) -> Column:
        """Return the column of this name in SQL. Raises `KeyError`."""
        for one in self.columns:
            if one.name == name:
                return one
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Catalog:
    """What there is: the files, their tables, and notes on whatever was odd, unreadable or taken for something."""

    files: tuple[DataFile, ...]
    tables: tuple[Table, ...]
    notes: tuple[Note, ...] = ()

    def table(self, name: str) -> Table:
        """Return the table of this name in SQL. Raises `KeyError`."""
        for one in self.tables:
            if one.name == name:
                return one
        raise KeyError(name)

    def about(self, table: str) -> tuple[Note, ...]:
        """Return the notes on a table, and on its file as a whole."""
        file = self.table(table).file
        return tuple(note for note in self.notes if note.table == table or (not note.table and note.file == file))


@dataclass(frozen=True, slots=True)
class Rows:
    """What a query gave: the names of its columns, and its rows; `cut` says that there were more."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool = False

    def values(self, name: str) -> tuple[Cell, ...]:
        """Return one column's values. Raises `ValueError` if there is none of this name."""
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)
