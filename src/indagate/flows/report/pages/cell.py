"""Cells of tables in the text: numbers, percents and dates as a language writes them."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence

from indagate.flows.report.figures.moment import moment_of, read_moment
from indagate.flows.report.figures.numeral import needed_digits, write_date, write_number
from indagate.flows.report.pages.document import Cell, Column


def as_date(value: Cell, column: Column) -> Cell:
    """Return the day or time that a text in a column of dates means; what is no whole date stays as it is."""
    if column.kind != "date" or not isinstance(value, str) or len(value) < 10:
        return value
    seconds = read_moment(value)
    if seconds is None:
        return value
    moment = moment_of(seconds)
    return moment.date() if len(value) == 10 else moment


def column_digits(column: Column, values: Sequence[Cell]) -> int:
    """Return with how many decimals a column is written."""
    if column.kind == "integer":
        return 0
    if column.digits is not None:
        return column.digits
    return needed_digits(tuple(float(v) for v in values if isinstance(v, int | float) and not isinstance(v, bool)))


def row_digits(columns: Sequence[Column], row: Sequence[Cell]) -> int:
    """Return with how many decimals the values of a row's measure are written."""
    told = [cell for column, cell in zip(columns, row, strict=False) if column.kind == "measure"]
    return column_digits(Column("", kind="number"), told)


def write_cell(value: Cell, column: Column, digits: int, language: str) -> str:
    """Return a cell's text; a missing value is a dash, never a zero."""
    value = as_date(value, column)
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "✗"
    if isinstance(value, datetime.datetime):
        return f"{write_date(value, language)} {value:%H:%M}"
    if isinstance(value, datetime.date):
        return write_date(value, language)
    if isinstance(value, str):
        return value
    text = write_number(value, language, digits)
    if column.kind == "percent":
        return f"{text}\u00a0%" if language[:2] in ("ru", "de", "fr") else f"{text}%"
    return text


def is_numeric(column: Column) -> bool:
    """Whether a column's cells stand to the right."""
    return column.kind in ("number", "integer", "percent", "measure")
