"""A series as a table that can be asked in SQL like any other file."""

from __future__ import annotations

import csv
import io
import re

from indagate.tools.series.period import Period
from indagate.tools.series.series import RemoteSeries

_HEADINGS = {"year": "year", "quarter": "quarter", "month": "month"}


def table_csv(series: RemoteSeries) -> bytes:
    """Return the series as CSV in UTF-8: the period, the entity where there are some, the value with its unit.

    The same series gives the same bytes. A missing value is an empty cell.
    """
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    by_entity = any(point.entity for point in series.points)
    titled = not series.unit or series.unit in series.title
    heading = series.title if titled else f"{series.title} ({series.unit})"
    writer.writerow([_HEADINGS.get(series.frequency, "date"), *([series.whose] if by_entity else []), heading])
    for point in series.points:
        grain = series.frequency if series.frequency in _HEADINGS else "day"
        when = Period(point.date, point.date, grain).text
        value = "" if point.value is None else _written(point.value)
        writer.writerow([when, *([point.entity] if by_entity else []), value])
    return page.getvalue().encode()


def _written(value: float) -> str:
    """Return a number that reads back as the same one, and never as a month of a year, as 1.2024 might."""
    text = repr(value).removesuffix(".0")
    return f"{text}0" if re.fullmatch(r"-?\d{1,2}\.\d{4}", text) else text
