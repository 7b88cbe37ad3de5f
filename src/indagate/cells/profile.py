"""What columns and rows are, decided from their values: kinds, the grain, what can never add up over time."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from indagate.cells.name import quoted
from indagate.cells.table import Column, Grain, Kind, is_dated, is_numeric, is_whole
from indagate.frozen import dataclass

if TYPE_CHECKING:
    import duckdb

    from indagate.cells.moment import Order

FEW = 12
"""Distinct integers of a column up to which it may be a category."""
NEARLY = (1900, 2035)
"""Integers that all lie between these are years, whatever they are called: a sum of years is wrong in silence."""
HEAD = 20_000
"""Rows by which most columns are seen not to name the rows of a panel."""
DATED = 0.5
"""The share of texts that read as dates from which a column that stays text holds dates: it cannot be put in order."""
FILLED = 0.35
"""The share of the grid of groups and dates that has a row in a panel or series."""
_ORDERS: tuple[Order, ...] = ("dmy", "mdy")
_ID = re.compile(
    r"(^|_)(id|uuid|guid|key|idx|index|rowid|rownum|sku|isbn|ean|vin|hash|url|uri|email)$|^(unnamed_0|column_1)$"
)
_CODE = re.compile(
    r"(^|_)(zip|zipcode|postal|postcode|plz|code|fips|iata|icao|iso|iso2|iso3|nace|naics|isic|phone|tel|fax|nr|no|num)$"
    r"|(zip|postal|post)_?code|_(code|number|nr|no|num)$|^(flight|tailnum|phone)"
)
_YEAR = re.compile(r"(^|_)(year|yr|jahr|год|ano|annee)($|_)")
_PART = re.compile(r"(^|_)(month|mon|day|weekday|dow|quarter|qtr|week|hour|minute)(_of_(year|month|week))?$")
_CLOCK = re.compile(r"time|clock|hhmm|hour|_at$|^(start|end|begin|open|close)s?$")
_PLACE = re.compile(r"(^|_)(lat|lon|lng|long|latitude|longitude)(_|$)")


@dataclass(frozen=True, slots=True)
class Shape:
    """The figures of a column that its kind is decided from."""

    rows: int
    values: int
    distinct: int
    low: float | None = None
    high: float | None = None
    whole: bool = False
    mean_length: float = 0
    longest: int = 0
    words: float = 0
    same_length: bool = False
    capitals: bool = False
    clocks: bool = False
    minutes: int = 0
    dated: float = 0
    balanced: bool = False
    digits: float = 0


def shape_of(
    base: duckdb.DuckDBPyConnection, table: str, column: str, type_: str, rows: int, *, is_text: bool = False
) -> Shape:
    """Return the figures of a column; where `is_text` its texts are none that may be dates."""
    c, source = quoted(column), quoted(table)
    distinct = f"count(DISTINCT {c})" if rows <= 1_000_000 else f"approx_count_distinct({c})"
    if is_numeric(type_):
        figures = base.execute(
            f"SELECT count({c}), {distinct}, min({c})::DOUBLE, max({c})::DOUBLE, "
            f"coalesce(bool_and(isinf({c}::DOUBLE) OR {c} = floor({c}::DOUBLE)), false), "
            + (
                f"coalesce(bool_and({c} BETWEEN 0 AND 2400 AND {c} % 100 < 60), false), count(DISTINCT {c} % 100)"
                if is_whole(type_)
                else "false, 0"
            )
            + f" FROM {source}"
        ).fetchone()
        assert figures is not None
        values, found, low, high, whole, clocks, minutes = figures
        balanced = bool(whole and values and low in (0, 1) and high - low + 1 == found and 1 < found < values)
        if balanced:
            counts = f"SELECT count(*) AS n FROM {source} WHERE {c} IS NOT NULL GROUP BY {c}"
            spread = base.execute(f"SELECT min(n) = max(n) FROM ({counts})").fetchone()
            balanced = spread is not None and bool(spread[0]) and found > FEW
        return Shape(rows, values, int(found), low, high, whole, clocks=clocks, minutes=minutes, balanced=balanced)
    if type_ != "VARCHAR":
        figures = base.execute(f"SELECT count({c}), {distinct} FROM {source}").fetchone()
        assert figures is not None
        return Shape(rows, figures[0], int(figures[1]))
    figures = base.execute(
        f"SELECT count({c}), {distinct}, avg(length({c})), max(length({c})), min(length({c})), "
        f"avg(length({c}) - length(replace({c}, ' ', '')) + 1), "
        f"coalesce(bool_and(regexp_matches({c}, '^[A-Z0-9_./-]+$')), false), "
        f"avg(CASE WHEN regexp_matches({c}, '[0-9]') THEN 1 ELSE 0 END) FROM {source}"
    ).fetchone()
    assert figures is not None
    values, found, mean, longest, shortest, words, capitals, digits = figures
    texts = (
        base.execute(f"SELECT DISTINCT {c} FROM {source} WHERE {c} IS NOT NULL LIMIT 200").fetchall()
        if digits and not is_text else []
    )  # fmt: skip
    dated = sum(_is_date(text) for (text,) in texts) / len(texts) if texts else 0.0
    return Shape(
        rows, values, int(found), mean_length=mean or 0, longest=longest or 0, words=words or 0,
        same_length=longest == shortest, capitals=capitals, digits=digits or 0, dated=dated,
    )  # fmt: skip


def _is_date(text: str) -> bool:
    from indagate.cells.moment import read_date

    return any(read_date(text, order) for order in _ORDERS)


def kind_of(name: str, type_: str, shape: Shape) -> Kind:
    """Return the kind of a column, from its values first and its name where these leave it open."""
    if is_dated(type_):
        return "date"
    if type_ == "TIME":
        return "clock"
    if type_ == "BOOLEAN":
        return "category"
    if is_numeric(type_):
        return _kind_of_numbers(name, shape)
    return _kind_of_texts(name, shape) if type_ == "VARCHAR" else "text"


def _kind_of_numbers(name: str, shape: Shape) -> Kind:
    if not shape.values or shape.low is None or shape.high is None or not shape.whole:
        return "measure"
    span, unique = shape.high - shape.low + 1, shape.distinct == shape.values
    if (
        shape.low >= 1500
        and shape.high <= 2200
        and (_YEAR.search(name) or (_is_run(shape, span) and shape.low >= 1800))
    ):
        return "date"
    if NEARLY[0] <= shape.low and shape.high <= NEARLY[1] and shape.values > 1 and not _ID.search(name):
        return "date"
    if _ID.search(name):
        return "id" if shape.distinct > shape.values * 0.95 else "code"
    spread = shape.distinct >= 20 and shape.minutes >= 6
    if shape.clocks and shape.high >= 1000 and (spread or (_CLOCK.search(name) and shape.distinct > 5)):
        return "clock"
    if _CODE.search(name) and not name.startswith(("number_of", "no_of", "num_of")):
        return "code"
    if unique and shape.values == shape.rows >= 5 and span == shape.distinct and shape.low in (0, 1):
        return "id"
    if shape.balanced:
        return "id"
    if _PART.search(name) and shape.low >= 0 and shape.high <= 366:
        return "category"
    if shape.distinct <= 2 and (shape.low, shape.high) in ((0, 1), (0, 0), (1, 1)):
        return "category"
    if shape.distinct <= FEW and shape.values >= 3 * shape.distinct and shape.high <= 100 and shape.low >= -10:
        return "category"
    return "measure"


def _is_run(shape: Shape, span: float) -> bool:
    """Whether years follow one another without many gaps."""
    return shape.distinct >= 5 and shape.distinct >= 0.8 * span


def _kind_of_texts(name: str, shape: Shape) -> Kind:
    if not shape.values:
        return "text"
    share = shape.distinct / shape.values
    if shape.dated >= DATED:
        return "date"
    if share > 0.95 and shape.values >= 5:
        if _ID.search(name) or (shape.words < 1.1 and shape.longest <= 64 and shape.digits > 0.5):
            return "id"
        return "id" if share == 1 and shape.words <= 4 and shape.longest <= 40 else "text"
    if _ID.search(name) or _CODE.search(name):
        return "code"
    if shape.mean_length > 60 or (shape.words > 6 and share > 0.2):
        return "text"
    if shape.capitals and shape.words < 1.1 and (shape.distinct > FEW and (shape.same_length or shape.digits > 0.5)):
        return "code"
    if share > 0.5 and shape.values > 50 and shape.words > 2:
        return "text"
    return "category"


def grain_of(
    base: duckdb.DuckDBPyConnection, table: str, columns: tuple[Column, ...], rows: int
) -> tuple[Grain, tuple[str, ...], str]:
    """Return what a row stands for, the columns that name it beside the date, and the column of time ("")."""
    dates = [column for column in columns if column.kind == "date" and column.distinct > 1]
    dates.sort(key=lambda column: (column.missing > rows * 0.1, not is_dated(column.type)))
    if not dates or rows < 3:
        return "cross-section", _names_of_rows(columns, rows), ""
    named = any(column.kind == "id" and column.type == "VARCHAR" and column.distinct == rows for column in columns)
    for date in dates[:3]:
        if date.distinct == rows - date.missing and date.missing <= rows * 0.02:
            if not named and sum(map(_is_label, columns)) < 2 and _is_regular(base, table, date.name, date.type, rows):
                return "series", (), date.name
            continue
        if date.period == "" and is_dated(date.type) and date.distinct > rows * 0.6:
            continue
        if named:
            continue
        for keys in _candidates(columns, date.name, rows):
            if _is_panel(base, table, date.name, keys, rows):
                parts = date.period == "year" and all(_PART.search(key) for key in keys)
                return "series" if parts else "panel", keys, date.name
    main = dates[0]
    attribute = main.period == "year" and bool(_names_of_rows(columns, rows)) and main.distinct < rows
    if main.missing > rows * 0.3 or (attribute and not _is_sorted(base, table, main.name)):
        return "cross-section", _names_of_rows(columns, rows), ""
    if main.period == "year" and not any(is_dated(column.type) for column in dates):
        return "cross-section", _names_of_rows(columns, rows), ""
    return "events", _names_of_rows(columns, rows), main.name


def _is_label(column: Column) -> bool:
    return column.type == "VARCHAR" and column.kind in ("category", "code") and column.distinct > 1


def _names_of_rows(columns: tuple[Column, ...], rows: int) -> tuple[str, ...]:
    return tuple(column.name for column in columns if column.kind == "id" and column.distinct == rows)[:1]


def _candidates(columns: tuple[Column, ...], date: str, rows: int) -> list[tuple[str, ...]]:
    """The columns that may name the groups of a panel: alone, then by two and by three."""
    named = [
        column for column in columns
        if column.name != date and column.kind in ("category", "code", "id", "text", "date")
        and 1 < column.distinct <= rows / 2 and column.missing <= rows * 0.05
    ][:8]  # fmt: skip
    found: list[tuple[str, ...]] = []
    for size in (1, 2, 3):
        found += [tuple(column.name for column in group) for group in combinations(named, size)]
    return found[:60]


def _is_panel(base: duckdb.DuckDBPyConnection, table: str, date: str, keys: tuple[str, ...], rows: int) -> bool:
    listed = ", ".join(map(quoted, keys))
    head = base.execute(
        f"SELECT count(*), count(DISTINCT row({quoted(date)}, {listed})) FROM (FROM {quoted(table)} LIMIT {HEAD})"
    ).fetchone()
    if head is None or head[1] < head[0] * 0.995:
        return False
    figures = base.execute(
        f"SELECT count(*), count(DISTINCT d), count(DISTINCT g) FROM (SELECT DISTINCT {quoted(date)} AS d, "
        f"row({listed}) AS g FROM {quoted(table)})"
    ).fetchone()
    assert figures is not None
    pairs, dates, groups = figures
    unique = pairs >= rows * 0.995 and dates > 1 and groups > 1
    return bool(unique and pairs >= FILLED * dates * groups and rows > 1.5 * groups)


def _is_regular(base: duckdb.DuckDBPyConnection, table: str, date: str, type_: str, rows: int) -> bool:
    """Whether dates follow one another in steps of about one length, as months and business days do."""
    gap = "date_diff('second', lag(d) OVER (ORDER BY d), d)" if is_dated(type_) else "d - lag(d) OVER (ORDER BY d)"
    share = base.execute(
        f"WITH g AS (SELECT {gap} AS gap FROM (SELECT {quoted(date)} AS d FROM {quoted(table)} "
        f"WHERE {quoted(date)} IS NOT NULL)), m AS (SELECT median(gap) AS mid FROM g) "
        "SELECT avg(CASE WHEN abs(gap - mid) <= 0.1 * mid THEN 1 ELSE 0 END) FROM g, m WHERE gap IS NOT NULL"
    ).fetchone()
    assert share is not None
    return bool(share[0] is not None and share[0] >= 0.6)


def _is_sorted(base: duckdb.DuckDBPyConnection, table: str, date: str) -> bool:
    c = quoted(date)
    figures = base.execute(
        f"SELECT avg(CASE WHEN d >= p THEN 1 ELSE 0 END), avg(CASE WHEN d <= p THEN 1 ELSE 0 END) FROM "
        f"(SELECT {c} AS d, lag({c}) OVER (ORDER BY rowid) AS p FROM {quoted(table)}) WHERE p IS NOT NULL"
    ).fetchone()
    return figures is not None and max(figures[0] or 0, figures[1] or 0) > 0.98


def never_adds(
    base: duckdb.DuckDBPyConnection, table: str, columns: tuple[Column, ...], grain: Grain, date: str
) -> tuple[Column, ...]:
    """Return the columns, those measures marked that can never add up over time.

    In a panel or series these are measures with negative values or of a narrow spread; anywhere latitudes and the like.
    """
    found = []
    for column in columns:
        if column.kind == "measure" and column.adds == "unknown":
            known = never = bool(_PLACE.search(column.name)) or column.unit in ("%", "°C", "°F")
            if not never and grain in ("panel", "series") and column.numeric:
                c = quoted(column.name)
                figures = base.execute(
                    f"SELECT min({c}), avg({c})::DOUBLE, stddev_pop({c}::DOUBLE) FROM {quoted(table)} "
                    f"WHERE NOT isnan({c}::DOUBLE) AND NOT isinf({c}::DOUBLE)"
                ).fetchone()
                assert figures is not None
                low, mean, spread = figures
                never = low is not None and (low < 0 or (mean > 0 and spread is not None and spread < 0.12 * mean))
            column = replace(column, adds="never", inferred=not known) if never else column  # noqa: PLW2901
        found.append(column)
    return tuple(found)
