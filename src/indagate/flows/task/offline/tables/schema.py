"""What tables hold, as the rules see it: columns by their words, values by theirs, and which table a goal means."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from indagate.flows.task.offline.word import words_of

NUMERIC = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its table, its name in SQL, its words, its kind, and its values where they are few words."""

    table: str
    name: str
    words: tuple[str, ...]
    kind: str
    unit: str
    grain: str
    distinct: int
    values: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """The name as SQL reads it."""
        return '"' + self.name.replace('"', '""') + '"'


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name in SQL, the words of its title, its columns, its number of rows, its folder's words."""

    name: str
    words: tuple[str, ...]
    rows: int
    columns: tuple[Column, ...] = field(default=())
    folder: tuple[str, ...] = ()

    @property
    def sql(self) -> str:
        """The name as SQL reads it."""
        return '"' + self.name.replace('"', '""') + '"'


def read_schema(catalog: Any, values: Any) -> tuple[Sheet, ...]:
    """Return the tables of a catalog, with the distinct values that a query brought (table, column, value)."""
    known: dict[tuple[str, str], list[str]] = {}
    for table, column, value in (values or {}).get("rows", ()):
        known.setdefault((str(table), str(column)), []).append(str(value))
    folders = {file["label"]: words_of(PurePath(file["path"]).parent.name) for file in catalog["files"]}
    sheets = []
    for table in catalog["tables"]:
        columns = tuple(
            Column(
                table["name"], column["name"], words_of(f"{column['title']} {column.get('unit', '')}"), column["kind"],
                column.get("unit", ""),
                column.get("grain", ""), column.get("distinct", 0),
                tuple(known.get((table["name"], column["name"]), ())),
            )
            for column in table["columns"]
        )  # fmt: skip
        sheets.append(
            Sheet(table["name"], words_of(table["title"]), table["rows"], columns, folders.get(table["file"], ()))
        )
    return tuple(sheets)


def values_query(catalog: Any) -> str:
    """Return the query for the distinct values of columns of words that have few; nothing if there are none."""
    parts = []
    for table in catalog["tables"]:
        for column in table["columns"]:
            if column["kind"] == "text" and 0 < column.get("distinct", 0) <= 60:
                name, where = column["name"].replace('"', '""'), table["name"].replace('"', '""')
                shown = [one.replace("'", "''") for one in (table["name"], column["name"])]
                parts.append(
                    f"(SELECT DISTINCT '{shown[0]}' AS t, '{shown[1]}' AS c, CAST(\"{name}\" AS VARCHAR) AS v "
                    f'FROM "{where}" WHERE "{name}" IS NOT NULL LIMIT 60)'
                )
    return " UNION ALL ".join(parts) + " ORDER BY 1, 2, 3" if parts else ""
