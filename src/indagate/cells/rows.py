"""The rows that a cell rests on, fetched when they are asked for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from indagate.cells.cell import Cell, Cells
from indagate.cells.counting import base_tables, either, is_grouped, looked
from indagate.cells.gate import check_query
from indagate.cells.table import Value
from indagate.errors import InputError

if TYPE_CHECKING:
    from indagate.cells.opening import Tables

MOST = 1000
"""Rows that are given of a cell at most."""


@dataclass(frozen=True, slots=True)
class RowSet:
    """Rows of the data: the names of their columns, the rows, and how many there are in all."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    count: int


async def rows_of(cells: Cells, cell: Cell, tables: Tables, *, limit: int = MOST) -> RowSet:
    """Return the rows that a cell rests on: the query's FROM and WHERE with the cell's keys and conditions.

    Raises `InputError` for windows, UNION, ROLLUP and queries over sub-selects, where only the digest names the rows.
    """
    return await asyncio.to_thread(rows_of_now, cells, cell, tables, limit=limit)


def rows_of_now(cells: Cells, cell: Cell, tables: Tables, *, limit: int = MOST) -> RowSet:
    """Return the rows that a cell rests on, for callers in a thread. Raises as `rows_of`."""
    checked = check_query(cells.sql, tables.tables)
    tree = checked.tree
    named = {table.name: table for table in tables.tables}
    sources = base_tables(tree, named) if isinstance(tree, exp.Select) else None
    place = next((n for n, output in enumerate(checked.outputs) if output.name == cell.column), None)
    if sources is None or place is None or tree.find(exp.Window, exp.Rollup, exp.Cube, exp.GroupingSets) is not None:
        raise InputError(
            f"the rows behind {cell.label} cannot be listed for a query of this form", hint="its digest names them"
        )
    assert isinstance(tree, exp.Select)
    wanted: list[exp.Expr] = [tree.args["where"].this.copy()] if tree.args.get("where") is not None else []
    for key in cell.keys:
        at = next(n for n, output in enumerate(checked.outputs) if output.name == key.column)
        values: list[Value] = [name for name, label in checked.outputs[at].buckets if label.en == key.value]
        values = values or [key.value]
        node = exp.paren(tree.expressions[at].unalias().copy())
        wanted.append(exp.or_(*(exp.NullSafeEQ(this=node.copy(), expression=_literal(value)) for value in values)))
    if is_grouped(tree):
        where = either(looked(tree.expressions[place]).conditions)
        wanted += [where] if where is not None else []
    else:
        value = exp.paren(tree.expressions[place].unalias().copy())
        wanted.append(exp.NullSafeEQ(this=value, expression=_literal(cell.value)))
    listed = exp.select("*").from_(tree.args["from_"].this.copy())
    listed.set("joins", [join.copy() for join in tree.args.get("joins") or []])
    for part in wanted:
        listed = listed.where(part)
    text = listed.sql(dialect="duckdb", comments=False)
    rows, counted = tables.ask([f"{text} LIMIT {limit}", f"SELECT count(*) FROM ({text})"], limit=limit)
    count = counted.rows[0][0]
    assert isinstance(count, int)
    return RowSet(tuple(rows.columns), tuple(tuple(row) for row in rows.rows), count)


def _literal(value: Value) -> exp.Expr:
    if value is None:
        return exp.Null()
    if isinstance(value, bool):
        return exp.Boolean(this=value)
    return exp.Literal.string(value) if isinstance(value, str) else exp.Literal.number(repr(value))
