"""Cells: every computed number, with the query that gave it, its unit, its label and the rows it rests on.

`load(sources)` reads files and rows as typed views; `Tables.describe()` is what a model is shown of them;
`read(question, tables)` gives the SQL of a plain question and `await answer(question, tables)` its `Cells`;
`check(sql, tables)` says what a SELECT means or why it may not run; `await query(sql, tables)` gives `Cells`;
`render(template, cells, language)` writes them into a sentence; `await verify(cells, tables)` computes them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from indagate.cells.asking import check, query, query_now, verify
    from indagate.cells.cell import Cell, Cells, Key
    from indagate.cells.gate import Checked, Output
    from indagate.cells.grammar import NotUnderstood, Sql, answer, answer_now, read
    from indagate.cells.label import Disclosure, Label
    from indagate.cells.opening import Tables, load
    from indagate.cells.rows import RowSet, rows_of, rows_of_now
    from indagate.cells.schema import parse_column
    from indagate.cells.slot import fill, render
    from indagate.cells.table import Column, ColumnNote, Note, Rows, Table

__all__ = [
    "Cell",
    "Cells",
    "Checked",
    "Column",
    "ColumnNote",
    "Disclosure",
    "Key",
    "Label",
    "NotUnderstood",
    "Note",
    "Output",
    "RowSet",
    "Rows",
    "Sql",
    "Table",
    "Tables",
    "answer",
    "answer_now",
    "check",
    "fill",
    "load",
    "parse_column",
    "query",
    "query_now",
    "read",
    "render",
    "rows_of",
    "rows_of_now",
    "verify",
]
_HOMES = {
    "cell": ("Cell", "Cells", "Key"), "gate": ("Checked", "Output"),
    "grammar": ("NotUnderstood", "Sql", "answer", "answer_now", "read"), "label": ("Disclosure", "Label"),
    "asking": ("check", "query", "query_now", "verify"), "schema": ("parse_column",), "slot": ("fill", "render"),
    "rows": ("RowSet", "rows_of", "rows_of_now"),
    "table": ("Column", "ColumnNote", "Note", "Rows", "Table"), "opening": ("Tables", "load"),
}  # fmt: skip


def __getattr__(name: str) -> object:
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
