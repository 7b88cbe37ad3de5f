"""What a figure of a measure is drawn from: its values by day, or by month where there are many."""

from __future__ import annotations

from datetime import date

from indagate.errors import InputError
from indagate.flows.notes.index import Index
from indagate.flows.notes.plot import MOST, Figure, Point
from indagate.flows.notes.query import Found, Query
from indagate.flows.notes.search import by_sql, measure_sql


def figure_of(index: Index, what: str, first: date, last: date, as_of: date, by: str = "") -> Figure:
    """Return the figure of a measure in a period. Raises `InputError` for what is not there, or has no value."""
    found = _found(index, what, first, last, as_of, monthly=by == "month")
    monthly = by == "month"
    if not by and len(found.cells) > MOST:
        found, monthly = _found(index, what, first, last, as_of, monthly=True), True
    points = tuple(
        Point(date.fromisoformat(str(cell.keys[0].value)[:10]), float(cell.value))
        for cell in found.cells
        if cell.keys and isinstance(cell.value, int | float)
    )
    if not points:
        raise InputError(f"no value of {what!r} is noted in that period", hint="indagate notes values shows what is")
    units = {cell.unit or "" for cell in found.cells if isinstance(cell.value, int | float)}
    title = f"{found.cells[0].label}, {what}"
    return Figure(title, units.pop() if len(units) == 1 else "", points, found.gaps, found.sql, monthly)


def _found(index: Index, what: str, first: date, last: date, as_of: date, *, monthly: bool) -> Found:
    found = by_sql(index, Query("sql", measure_sql(index, what, first, last, as_of, monthly=monthly)), as_of)
    if found.declined:
        raise InputError(f"it cannot be drawn: {found.reason}")
    return found
