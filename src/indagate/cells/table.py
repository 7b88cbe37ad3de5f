"""What is known of tables: their columns, the kinds and units of these, and what one row stands for."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from indagate.frozen import dataclass

Value = str | int | float | bool | None
"""A value in a row: dates and moments are ISO 8601 texts, a missing value is None."""
Kind = Literal["date", "clock", "id", "code", "category", "measure", "text"]
"""What the values of a column are. A category of integers may be grouped and averaged."""
Grain = Literal["panel", "series", "events", "cross-section"]
"""What a row stands for: a group at a date, a date, something that happened, a thing."""
Period = Literal["", "year", "quarter", "month", "week", "day"]
"""What one date of a column stands for: 2020-04-01 of a quarterly column is its second quarter; "" is a moment."""
Adds = Literal["always", "groups", "never", "unknown"]
"""Whether a measure adds up: over groups and time, over groups at one date only, never, or nobody has said."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a typed view.

    `type` is DuckDB's. `unit` is None where it is unknown; `unit_column` names the column that holds it row by row.
    `adds` and `weight` (the column by which a mean is weighted) come from a `ColumnNote`, `never` also from the values
    (`inferred`: then a sum is told to be doubtful, not refused).
    `missing` counts rows without a value, `odd` those of them whose text did not fit the column's type. `values` are
    those of a category of few words.
    """

    name: str
    heading: str
    kind: Kind
    type: str
    unit: str | None = None
    period: Period = ""
    adds: Adds = "unknown"
    weight: str = ""
    unit_column: str = ""
    missing: int = 0
    odd: int = 0
    distinct: int = 0
    title: str = ""
    inferred: bool = False
    values: tuple[str, ...] = ()

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers."""
        return is_numeric(self.type)


@dataclass(frozen=True, slots=True)
class Table:
    """A typed view: its name in SQL, where it comes from, its rows and columns, and what one row stands for.

    `keys` are the columns that name a row (with `date`, in a panel); `date` is the column of time, or "".
    """

    name: str
    source: str
    rows: int
    columns: tuple[Column, ...]
    grain: Grain = "cross-section"
    keys: tuple[str, ...] = ()
    date: str = ""
    samples: tuple[tuple[Value, ...], ...] = ()
    long_of: str = ""

    def column(self, name: str) -> Column:
        """Return the column of this name. Raises `KeyError`."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was decided or lost when a table was read, for a person: where and what."""

    text: str
    table: str = ""
    column: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Rows:
    """A table in memory, to be loaded under a name; a row is as long as the headings. Units: heading → unit.

    `types` holds the columns whose type is known (heading → DATE, TEXT, BIGINT or DOUBLE); values decide the others.
    """

    name: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    units: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ColumnNote:
    """What a person or a model says of a column, to be checked against its values; None leaves it as it is.

    `unit_column` names the column that holds its unit row by row.
    """

    column: str
    table: str = ""
    kind: Kind | None = None
    adds: Adds | None = None
    unit: str | None = None
    weight: str | None = None
    unit_column: str | None = None


def is_numeric(type_: str) -> bool:
    """Whether a type of DuckDB's is one of numbers."""
    return type_.startswith(("DECIMAL", "DOUBLE", "FLOAT")) or type_.endswith("INT") or type_ in ("INTEGER", "UINTEGER")


def is_whole(type_: str) -> bool:
    """Whether a type of DuckDB's is one of integers."""
    return type_.endswith("INT") or type_ in ("INTEGER", "UINTEGER")


def is_dated(type_: str) -> bool:
    """Whether a type of DuckDB's is a date or a moment."""
    return type_ == "DATE" or type_.startswith("TIMESTAMP")
