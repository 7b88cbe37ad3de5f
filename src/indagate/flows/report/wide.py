"""Tables whose times stand in headings or in two columns: turned, or joined, so that each row has one time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from indagate.cells.moment import read_date
from indagate.cells.name import literal, quoted
from indagate.tools.tables.table import Column, Table

_MONTHS = (
    ("jan", "янв"), ("feb", "фев"), ("mar", "mär", "мар"), ("apr", "апр"), ("may", "mai", "май"), ("jun", "июн"),
    ("jul", "июл"), ("aug", "авг"), ("sep", "сен"), ("oct", "okt", "окт"), ("nov", "ноя"), ("dec", "dez", "дек"),
)  # fmt: skip
_YEAR = re.compile(r"((?:1[89]|20)\d{2})(?:\s*\[YR\d{4}\])?")
_QUARTER = re.compile(r"(?:q|quarter |кв\.? ?)([1-4])|([1-4])(?:-?й)? ?(?:кв\w*|q)")
_QUARTERS = frozenset(["quarter", "period", "qtr", "q", "quartal", "квартал", "кв", "кв."])
_MONTH_WORDS = frozenset(["month", "period", "mon", "mth", "monat", "месяц", "мес", "мес."])
LEAST = 3
"""Columns that must be times for a table to be turned."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A turned table: what queries select from (columns `time` and `value`), its rows and times, what one time is."""

    source: str
    rows: int
    times: int
    grain: str
    time: str
    unit: str
    names: tuple[Column, ...]


def turned(table: Table) -> Turned | None:
    """Return a table with a column for each year, month or day turned, or with one for each month of a year's row."""
    numbers = [column for column in table.columns if column.kind in ("number", "integer")]
    year = next((one for one in numbers if one.kind == "integer" and one.grain == "year"), None)
    if year is not None:
        return _months(table, year, [one for one in numbers if one is not year])
    years = {one.name: found[1] for one in numbers if (found := _YEAR.fullmatch(one.title))}
    if len(years) >= LEAST:
        return _turned(table, [one for one in numbers if one.name in years], years, "year")
    dates = {one.name: read for one in numbers if (read := read_date(one.title, "mdy"))}
    if len(dates) < LEAST or len(dates) < 0.8 * len(numbers):
        return None
    grains = [grain for _, grain in dates.values()]
    days = {name: f"DATE '{iso[:10]}'" for name, (iso, _) in dates.items()}
    return _turned(table, [one for one in numbers if one.name in dates], days, max(grains, key=grains.count))


@dataclass(frozen=True, slots=True)
class Joined:
    """A table whose times stand in a column of years and one of months or quarters: what queries select from.

    `spent` are the two columns, `time` is the name of the one that they make.
    """

    source: str
    grain: str
    time: str
    spent: tuple[str, str]


def joined(table: Table) -> Joined | None:
    """Return a table with a column of years and another of months or quarters, as numbers or names, joined."""
    year = next((one for one in table.columns if one.kind == "integer" and one.grain == "year"), None)
    if year is None or any(one.kind in ("date", "moment") for one in table.columns):
        return None
    taken = {column.name for column in table.columns}
    name = next(one for one in ("time", "period", "when", "indagate_time") if one not in taken)
    for words, most, step, grain in ((_QUARTERS, 5, 3, "quarter"), (_MONTH_WORDS, 13, 1, "month")):
        titled = (one for one in table.columns if one.title.strip().lower() in words and 1 < one.distinct <= most)
        part = next((one for one in titled if one.kind in ("integer", "number", "text")), None)
        if part is not None:
            year_, told = quoted(year.name), _number_in(part)
            made = f"make_date({year_}, CASE WHEN {told} <= {12 // step} THEN {told} * {step} - {step - 1} END, 1)"
            source = f"(SELECT *, {made} AS {quoted(name)} FROM {quoted(table.name)})"
            return Joined(source, grain, name, (year.name, part.name))
    return None


def _number_in(part: Column) -> str:
    """Return the SQL of the number of a month or quarter: 3, Q03, III, March."""
    if part.kind != "text":
        return f"CAST({quoted(part.name)} AS INTEGER)"
    plain = f"upper(trim({quoted(part.name)}))"
    roman = " ".join(f"WHEN {plain} = '{one}' THEN {at}" for at, one in enumerate(("I", "II", "III", "IV"), 1))
    named = " ".join(
        f"WHEN starts_with({plain}, '{name.upper()}') THEN {at}"
        for at, names in enumerate(_MONTHS, 1)
        for name in names
    )
    digits = f"TRY_CAST(regexp_extract({plain}, '[0-9]+') AS INTEGER)"
    return f"COALESCE({digits}, CASE {roman} {named} END)"


def _months(table: Table, year: Column, columns: Sequence[Column]) -> Turned | None:
    """Return a table turned that has a row for each year and a column for each month or quarter, and no other."""
    months = {one.name: month_of(one.title) for one in columns}
    if sorted(months.values()) not in ([*range(1, 13)], [1, 4, 7, 10]):
        return None
    days = {name: str(month) for name, month in months.items()}
    return _turned(table, columns, days, "month" if len(months) == 12 else "quarter", year)


def month_of(title: str) -> int:
    """Return the number of the month that a heading names, of a quarter that of its first one; 0 for others."""
    plain = title.strip().lower().rstrip(".")
    if quarter := _QUARTER.fullmatch(plain):
        return 3 * int(quarter[1] or quarter[2]) - 2
    found = [at for at, names in enumerate(_MONTHS, 1) if plain.startswith(names) or plain == f"m{at}"]
    return found[0] if found and len(plain) <= len("september") else 0


def _turned(
    table: Table, columns: Sequence[Column], times: Mapping[str, str], grain: str, year: Column | None = None
) -> Turned:
    """Turn `columns`; `times` says in SQL what time each stands for, or with a column of years which month."""
    names = tuple(column for column in table.columns if column.kind == "text")
    kept = "".join(f"{quoted(one.name)}, " for one in (*names, *([year] if year else ())))
    cast = ", ".join(f"CAST({quoted(one.name)} AS DOUBLE) AS {quoted(one.name)}" for one in columns)
    known = ", ".join(f"({literal(one.name)}, {times[one.name]})" for one in columns)
    shown = "".join(f"{quoted(one.name)}, " for one in names)
    time = f"make_date({quoted(year.name)}, starts, 1)" if year else "starts"
    source = (
        f"(SELECT {shown}{time} AS time, value FROM (UNPIVOT "
        f"(SELECT {kept}{cast} FROM {quoted(table.name)}) ON {', '.join(quoted(one.name) for one in columns)} "
        f"INTO NAME period VALUE value) JOIN (VALUES {known}) AS times(period, starts) USING (period))"
    )
    count = len(columns) * (year.distinct if year else 1)
    return Turned(
        source, table.rows * len(columns), count, grain, year.title if year else grain, columns[0].unit, names
    )
