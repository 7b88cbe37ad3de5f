"""Asking tables: the gate, the query with its counts and companions, cells; and the same again to verify."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from indagate.cells.cell import Cell, Cells, Key
from indagate.cells.gate import Checked, Output, check_query
from indagate.cells.label import Disclosure, Label
from indagate.cells.opening import Tables
from indagate.cells.table import Value
from indagate.errors import InputError

if TYPE_CHECKING:
    from indagate.cells.request import Answer

TOLERANCE = 1e-9
"""By how much a value may differ, of its size, when it is computed again."""


def check(sql: str, tables: Tables) -> Checked:
    """Return what a query means, without running it. Raises `QueryRefused`."""
    return check_query(sql, tables.tables)


async def query(sql: str, tables: Tables) -> Cells:
    """Answer one SELECT. Raises `QueryRefused`, `InputError` for what cannot be answered, `TimedOut`."""
    return await asyncio.to_thread(query_now, sql, tables)


def query_now(sql: str, tables: Tables) -> Cells:
    """Answer one SELECT, for callers in a thread. Raises as `query`."""
    from indagate.cells.companion import companions, read_companions
    from indagate.cells.counting import with_counts
    from indagate.cells.remark import read_cells

    checked = check(sql, tables)
    named = {table.name: table for table in tables.tables}
    counted = with_counts(checked.tree, checked.outputs, named)
    text = checked.sql if counted is None else counted.sql(dialect="duckdb", comments=False)
    asked = companions(checked, tables.tables)
    answers = tables.ask([text, *(one.sql for one in asked)])
    cells = _cells(checked, answers[0])
    told = list(checked.warnings)
    told += _oddities(cells, checked, answers[0])
    told += read_companions(asked, answers[1:]) + read_cells(cells, named, checked)
    return Cells(checked.sql, tuple(cells), tuple(dict.fromkeys(told)), tables.digest, answers[0].cut)


async def verify(cells: Cells, tables: Tables) -> list[str]:
    """Return what differs when a result is computed again from its query, by the same gate; nothing if it holds.

    Raises `QueryRefused` where the query would not pass any more.
    """
    again = await query(cells.sql, tables)
    return compare(cells, again)


def compare(told: Cells, again: Cells) -> list[str]:
    """Return in words where two results differ, value by value, with a tolerance of 1e-9 of its size."""
    found = again.named()
    differing = []
    for cell in told.cells:
        other = found.get(cell.name)
        if other is None:
            differing.append(f"{cell.label} ({cell.scope}) is {cell.value} and is not there any more")
        elif not same_value(cell.value, other.value) or (cell.unit, cell.title, cell.n) != (
            other.unit,
            other.title,
            other.n,
        ):
            differing.append(f"{cell.label} ({cell.scope}) is {cell.value} and is computed as {other.value}")
        elif cell.digest and other.digest and cell.digest != other.digest:
            differing.append(f"{cell.label} ({cell.scope}) rests on other rows than before")
    return differing


def same_value(one: Value, other: Value) -> bool:
    """Whether two values are the same, numbers within the tolerance."""
    numbers = (int, float)
    if (
        isinstance(one, numbers)
        and isinstance(other, numbers)
        and not isinstance(one, bool)
        and not isinstance(other, bool)
    ):
        if math.isnan(one) or math.isnan(other) or math.isinf(one) or math.isinf(other):
            return str(float(one)) == str(float(other))
        return abs(one - other) <= TOLERANCE * max(1.0, abs(one), abs(other))
    return one == other


def _cells(checked: Checked, answer: Answer) -> list[Cell]:
    places = {name: place for place, name in enumerate(answer.columns)}
    found: dict[str, Cell] = {}
    clashing = _clashes(checked, answer)
    for row in answer.rows:
        extra = {name: row[at] for name, at in places.items() if name.startswith("__")}
        for place, output in enumerate(checked.outputs):
            if output.key:
                continue
            keys = tuple(
                _key(other, row[at]) for at, other in enumerate(checked.outputs)
                if other.key or clashing
            )  # fmt: skip
            cell = _cell(checked, output, place, row[place], keys, extra)
            if (same := found.get(cell.name)) is None:
                found[cell.name] = cell
            elif not same_value(same.value, cell.value):
                raise InputError(
                    "rows of the result have the same keys, so that their values cannot be told apart",
                    hint="add columns that name a row (an id, a date), or aggregate with GROUP BY",
                )
    return list(found.values())


def _clashes(checked: Checked, answer: Answer) -> bool:
    """Whether single rows share their keys, so that all their values have to name them, their own among these."""
    if checked.aggregated and any(output.key for output in checked.outputs):
        return False
    keys = [tuple(row[at] for at, output in enumerate(checked.outputs) if output.key) for row in answer.rows]
    return len(set(keys)) < len(keys)


def _key(output: Output, value: Value) -> Key:
    shown: Label | None = dict(output.buckets).get(str(value)) if output.buckets else None
    if shown is not None:
        value = shown.en
    if output.period and isinstance(value, str):
        value = _day(value)
    return Key(output.name, value, output.label, output.period, shown)


def _cell(
    checked: Checked, output: Output, place: int, value: Value, keys: tuple[Key, ...], extra: dict[str, Value]
) -> Cell:
    unit = output.unit
    if any(name.startswith(f"__u{place}_") for name in extra):
        unit = _unit_beside(output, place, extra)
    if output.buckets:
        shown = dict(output.buckets).get(str(value))
        value = shown.en if shown is not None else value
    n, missing = extra.get(f"__n{place}"), extra.get(f"__m{place}")
    if not checked.aggregated and n is None:
        n, missing = 1, int(value is None)
    return Cell(
        value, unit, output.label, keys, checked.digest, output.name, output.kind,
        int(n) if isinstance(n, int | float) else None, int(missing) if isinstance(missing, int | float) else None,
        output.filters, output.period, _day(extra.get("__from")), _day(extra.get("__to")),
        str(extra.get("__digest") or ""),
    )  # fmt: skip


def _unit_beside(output: Output, place: int, extra: Mapping[str, Value]) -> str | None:
    """Return the unit of an output whose factors have theirs in columns; None where one of them mixes units."""
    sides: dict[str, list[str]] = {"p": [], "q": []}
    for name, low in extra.items():
        if name.startswith(f"__u{place}_"):
            high = extra[f"__v{name[3:]}"]
            if low != high:
                return None
            sides[name.rpartition("_")[2][0]] += [str(low)] if low else []
    over, under = sides["p"], sides["q"]
    for unit in list(over):
        if unit in under:
            over.remove(unit)
            under.remove(unit)
    if not over and not under:
        return output.unit or ""
    if output.unit == "%":
        return None
    return "·".join(over or ["1"]) + "".join(f"/{unit}" for unit in under)


def _mixed_units(cells: Sequence[Cell], checked: Checked, answer: Answer) -> list[Disclosure]:
    """Tell where values of several units are put together."""
    told = []
    for place, output in enumerate(checked.outputs):
        lows = [at for at, name in enumerate(answer.columns) if name.startswith(f"__u{place}_")]
        pairs = [(low, answer.columns.index(f"__v{answer.columns[low][3:]}")) for low in lows]
        mixed = sum(any(row[low] != row[high] for low, high in pairs) for row in answer.rows)
        if mixed:
            column = next(iter(output.unit_columns))[1]
            where = f"in {mixed} of {len(answer.rows)} values"
            text = f"{output.label.en} puts several units together {where}; group by {column}"
            told.append(Disclosure("units", text))
    return told


def _day(value: Value) -> str:
    text = "" if value is None else str(value)
    return text.removesuffix(" 00:00:00")


def _oddities(cells: Sequence[Cell], checked: Checked, answer: Answer) -> list[Disclosure]:
    """What the values themselves tell: none at all, infinite ones, rows without a value, more rows than are shown."""
    told = _mixed_units(cells, checked, answer)
    infinite = sum(isinstance(cell.value, float) and not math.isfinite(cell.value) for cell in cells)
    if infinite:
        told.append(
            Disclosure("infinite", f"{infinite} of {len(cells)} values are infinite or no number (a division by 0)")
        )
    if not cells:
        told.append(Disclosure("empty", "no row fits"))
    if answer.cut:
        told.append(Disclosure("cut", f"there are more rows than the {len(answer.rows):,} given"))
    for name in dict.fromkeys(cell.column for cell in cells):
        mine = [cell for cell in cells if cell.column == name]
        missing, rows = sum(cell.missing or 0 for cell in mine), sum(cell.n or 0 for cell in mine)
        if missing:
            told.append(Disclosure("missing", f"{mine[0].label}: {missing:,} of {rows:,} rows have no value"))
    return told
