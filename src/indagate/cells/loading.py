"""Reading a source into typed tables, in the process that can be killed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from indagate.cells.name import column_name, literal, quoted, unique
from indagate.cells.numeral import decimal_votes
from indagate.cells.profile import Shape, grain_of, kind_of, never_adds, shape_of
from indagate.cells.request import Loaded
from indagate.cells.source import Raw, raw_rows, raw_tables
from indagate.cells.table import Column, Note, Period, Rows, Table, is_dated
from indagate.cells.typed import DASHES, Hints, Typing, decide, take_sample, texts_of, trimmed
from indagate.cells.unit import is_telling_unit, is_unit_value, unit_in_heading
from indagate.cells.values import plain
from indagate.frozen import dataclass

if TYPE_CHECKING:
    import duckdb

MEMORY = "500MB"
"""What DuckDB may use; beyond it, it spills beside the database."""
SHOWN = 5
"""Rows that are shown of a table."""
LISTED, SHORT = 12, 40
"""Values of a category that are listed, and their longest, in characters."""
WIDE = 3
"""Headings in a row that are periods, from which a table is wide."""


def library() -> Any:
    """Return DuckDB as it is compiled: the Python around it takes three times as long to load and does nothing here."""
    try:
        import _duckdb
    except ImportError:  # an older one, in one piece
        import duckdb

        return duckdb
    return _duckdb


def connect(database: str) -> duckdb.DuckDBPyConnection:
    """Open a database to write to: one thread, bounded memory, no extension from anywhere."""
    config: dict[str, Any] = {
        "memory_limit": MEMORY, "threads": 1, "autoinstall_known_extensions": False,
        "autoload_known_extensions": False, "allow_community_extensions": False,
        "preserve_insertion_order": True,
    }  # fmt: skip
    if database != ":memory:":
        config["temp_directory"] = f"{database}.spill"
    base: duckdb.DuckDBPyConnection = library().connect(database, config=config)
    base.execute("SET TimeZone = 'UTC'; SET enable_progress_bar = false")
    return base


def lock(base: duckdb.DuckDBPyConnection) -> None:
    """Close a database off: no file, no network, no setting can be reached any more."""
    base.execute("SET enable_external_access = false; SET lock_configuration = true")


def load_file(base: duckdb.DuckDBPyConnection, path: Path, label: str, taken: set[str]) -> Loaded:
    """Read a file. Raises `Unreadable`."""
    tables: list[Table] = []
    notes: list[Note] = []
    stem = Path(label.removesuffix(".gz")).stem
    for raw in raw_tables(base, path):
        name = unique(column_name(f"{stem} {raw.part}" if raw.part and raw.part != stem else stem), taken)
        _take(base, raw, name, label, {}, taken, tables, notes)
    return Loaded(tuple(tables), tuple(notes))


def load_rows(base: duckdb.DuckDBPyConnection, rows: Rows, taken: set[str]) -> Loaded:
    """Read rows in memory. Raises `Unreadable`."""
    tables: list[Table] = []
    notes: list[Note] = []
    name = unique(column_name(rows.name), taken)
    _take(base, raw_rows(base, rows), name, rows.name, rows.units, taken, tables, notes)
    return Loaded(tuple(tables), tuple(notes))


def _take(
    base: duckdb.DuckDBPyConnection, raw: Raw, name: str, source: str, units: dict[str, str], taken: set[str],
    tables: list[Table], notes: list[Note],
) -> None:  # fmt: skip
    notes += [Note(text, name) for text in raw.notes]
    rows = _count(base, "raw") if raw.rows is None else raw.rows
    untyped = [column for column, type_ in zip(raw.columns, raw.types, strict=True) if type_ == "VARCHAR"]
    if not raw.empty.issuperset(untyped):
        take_sample(base, rows)
    texts = {column: [] if column in raw.empty else texts_of(base, column) for column in untyped}
    votes: Counter[str] = Counter()
    for found in texts.values():
        votes += decimal_votes(found[:400])
    hint = "," if votes[","] > votes["."] or (raw.decimal_comma and not votes["."]) else "." if votes["."] else None
    hints = Hints(hint, day_first=hint == ",")  # type: ignore[arg-type]
    used: set[str] = set()
    parts, plans, joins = [], [], []
    for heading, column, type_ in zip(raw.headings, raw.columns, raw.types, strict=True):
        typing = decide(heading, texts[column], hints) if type_ == "VARCHAR" else _typed(column, type_)
        column_sql = unique(column_name(heading), used)
        parts.append(f"{_sql(base, column, typing, type_)} AS {quoted(column_sql)}")
        if typing.mapped and type_ == "VARCHAR":
            joins.append(f" LEFT JOIN dates_{column} ON dates_{column}.t = {trimmed(f'raw.{column}')}")
        plans.append(_Plan(heading, column, column_sql, typing, units.get(heading), type_, column in raw.empty))
    ordered = " ORDER BY raw.rowid" if joins else ""
    base.execute(f"CREATE TABLE {quoted(name)} AS SELECT {', '.join(parts)} FROM raw{''.join(joins)}{ordered}")
    columns = tuple(_column(base, name, rows, plan, notes) for plan in plans)
    columns = _with_unit_columns(base, name, columns, notes)
    table = describe(base, Table(name, source, rows, columns))
    tables.append(table)
    if long := _long(base, table, taken, notes):
        tables.append(long)
    base.execute("DROP TABLE IF EXISTS sample; DROP TABLE IF EXISTS raw")


def describe(base: duckdb.DuckDBPyConnection, table: Table) -> Table:
    """Return the table with its grain, what never adds up, and a few rows."""
    grain, keys, date = grain_of(base, table.name, table.columns, table.rows)
    columns = never_adds(base, table.name, table.columns, grain, date)
    shown = base.execute(f"SELECT * FROM {quoted(table.name)} LIMIT {SHOWN}").fetchall()
    samples = tuple(tuple(plain(value) for value in row) for row in shown)
    return replace(table, columns=columns, grain=grain, keys=keys, date=date, samples=samples)


def _count(base: duckdb.DuckDBPyConnection, source: str) -> int:
    row = base.execute(f"SELECT count(*) FROM {source}").fetchone()
    assert row is not None
    return int(row[0])


def _typed(column: str, type_: str) -> Typing:
    """The conversion of a column that has a type already: NaN becomes NULL, days beside midnight are dates."""
    if type_ in ("DOUBLE", "FLOAT"):
        return Typing("DOUBLE", f"CASE WHEN NOT isnan({column}) THEN {column} END")
    if type_.startswith("TIMESTAMP"):
        return Typing("TIMESTAMP", f"CAST({column} AS TIMESTAMP)")
    if type_ == "DATE":
        return Typing(type_, column, "day")
    if type_ in ("BOOLEAN", "TIME") or type_.startswith("DECIMAL") or type_.endswith(("INT", "INTEGER")):
        return Typing(type_, column)
    return Typing("VARCHAR", f"CAST({column} AS VARCHAR)")


def _sql(base: duckdb.DuckDBPyConnection, column: str, typing: Typing, type_: str) -> str:
    if type_ != "VARCHAR":
        return typing.sql
    text = trimmed(f"raw.{column}")
    if typing.mapped:
        from indagate.cells.moment import read_date

        table = f"dates_{column}"
        base.execute(f"CREATE OR REPLACE TEMP TABLE {table} (t VARCHAR, iso VARCHAR)")
        distinct = base.execute(f"SELECT DISTINCT {text} FROM raw")
        while batch := distinct.fetchmany(1 << 30):
            read = [(t, f[0]) for (t,) in batch if t is not None and (f := read_date(t, typing.mapped, packed=True))]
            lists = [[t for t, _ in read], [iso for _, iso in read]]
            base.execute(f"INSERT INTO {table} SELECT unnest($1::VARCHAR[]), unnest($2::VARCHAR[])", lists)
            break
        return typing.sql.replace("{map}", f"{table}.iso")
    return typing.sql.replace("{c}", f"({text})").replace("{r}", f"raw.{column}")


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a raw column becomes one of a table: its heading, its raw and its new name, its conversion, its unit.

    `stated` is the raw column's type, `TEXT` where it is said to hold texts; `empty`: it has no value.
    """

    heading: str
    raw: str
    name: str
    typing: Typing
    unit: str | None
    stated: str
    empty: bool


def _column(base: duckdb.DuckDBPyConnection, table: str, rows: int, plan: _Plan, notes: list[Note]) -> Column:
    heading, raw, name, typing, unit = plan.heading, plan.raw, plan.name, plan.typing, plan.unit
    is_text = plan.stated == "TEXT"
    shape = Shape(rows, 0, 0) if plan.empty else shape_of(base, table, name, typing.type, rows, is_text=is_text)
    missing = rows - shape.values
    odd = 0
    if missing and typing.type != "VARCHAR" and "{" in typing.sql:
        words = ", ".join(map(literal, DASHES))
        text = trimmed(raw)
        odd_sql = f"{text} IS NOT NULL AND lower({text}) NOT IN ({words}) AND t.{quoted(name)} IS NULL"
        joined = f"raw JOIN {quoted(table)} t ON raw.rowid = t.rowid"
        odd = _count(base, f"{joined} WHERE {odd_sql}")
        if odd:
            found = base.execute(f"SELECT DISTINCT {text} FROM {joined} WHERE {odd_sql} ORDER BY 1 LIMIT 3").fetchall()
            listed = ", ".join(repr(str(text)[:40]) for (text,) in found)
            notes.append(Note(f"texts that are no {typing.type} have no value: {listed}", table, name, odd))
    if missing - odd > 0:
        notes.append(Note("rows without a value", table, name, missing - odd))
    notes += [Note(text, table, name) for text in typing.notes]
    title, named, ambiguous = unit_in_heading(heading)
    kind = kind_of(name, typing.type, shape)
    unit = unit or typing.unit or named
    if kind != "measure" and not (kind == "category" and typing.type not in ("VARCHAR", "BOOLEAN")):
        unit, title = None, heading
    elif ambiguous and unit is None:
        notes.append(Note(f"{ambiguous!r} may be a unit; say so with --column {name}::UNIT", table, name))
    period: Period = "year" if kind == "date" and not is_dated(typing.type) else typing.period
    if (
        typing.type.startswith("TIMESTAMP")
        and _count(base, f"{quoted(table)} WHERE {quoted(name)} <> {quoted(name)}::DATE") == 0
    ):
        period = "day"
    few = kind == "category" and typing.type == "VARCHAR" and 0 < shape.distinct <= LISTED
    return Column(
        name, heading, kind, typing.type, unit, period, missing=missing, odd=odd, distinct=shape.distinct, title=title,
        values=_values(base, table, name) if few else (),
    )  # fmt: skip


def _values(base: duckdb.DuckDBPyConnection, table: str, name: str) -> tuple[str, ...]:
    """Return the values of a column, in order; none where they are no short words."""
    c = quoted(name)
    found = base.execute(f"SELECT DISTINCT {c} FROM {quoted(table)} WHERE {c} IS NOT NULL ORDER BY 1").fetchall()
    values = tuple(str(value) for (value,) in found)
    return values if all(len(value) <= SHORT for value in values) else ()


def _with_unit_columns(
    base: duckdb.DuckDBPyConnection, table: str, columns: tuple[Column, ...], notes: list[Note]
) -> tuple[Column, ...]:
    """Point measures without a unit to the column that holds it, where every value of that is a unit."""
    measures = [one.name for one in columns if one.kind == "measure" and one.unit is None]
    for column in columns:
        named = re.search(r"unit|currency|einheit|waehrung|währung|единиц|валют", column.name) is not None
        if column.type != "VARCHAR" or not 1 <= column.distinct <= 40 or not (named or len(measures) == 1):
            continue
        values = [str(v) for (v,) in base.execute(
            f"SELECT DISTINCT {quoted(column.name)} FROM {quoted(table)} WHERE {quoted(column.name)} IS NOT NULL"
        ).fetchall()]  # fmt: skip
        if not all(map(is_unit_value, values)) or not (named or any(map(is_telling_unit, values))):
            continue
        notes.append(Note(f"holds the unit of {', '.join(measures)}", table, column.name))
        return tuple(
            replace(one, unit_column=column.name) if one.name in measures
            else replace(one, kind="category") if one.name == column.name else one
            for one in columns
        )  # fmt: skip
    return columns


def _long(base: duckdb.DuckDBPyConnection, table: Table, taken: set[str], notes: list[Note]) -> Table | None:
    """Make the long view of a wide table: a row for each of its rows and periods."""
    numbers = [column for column in table.columns if column.numeric and any(map(str.isdigit, column.heading))]
    if len(numbers) < WIDE:
        return None
    from indagate.cells.moment import read_date

    periods = []
    for column in numbers:
        heading = column.heading.strip()
        year = re.fullmatch(r"[Yy]?((?:1[5-9]|20|21)\d\d)", heading)
        read = (f"{year[1]}-01-01", "year") if year else read_date(heading, "dmy")
        if read:
            periods.append((column, read))
    if len(periods) < WIDE:
        return None
    wide = {column.name for column, _ in periods}
    kept = [column for column in table.columns if column.name not in wide]
    name = unique(f"{table.name}_long", taken)
    listed = ", ".join(f"({literal(read[0])}, {quoted(column.name)}::DOUBLE)" for column, read in periods)
    date_name, value_name = unique("period", {c.name for c in kept}), unique("value", {c.name for c in kept})
    selected = "".join(f"t.{quoted(column.name)}, " for column in kept)
    base.execute(
        f"CREATE VIEW {quoted(name)} AS SELECT {selected}CAST(l.p AS DATE) AS {quoted(date_name)}, l.v AS "
        f"{quoted(value_name)} FROM {quoted(table.name)} t, LATERAL (VALUES {listed}) l(p, v)"
    )
    rows = table.rows * len(periods)
    missing = sum(column.missing for column, _ in periods)
    unit = periods[0][0].unit
    period: Period = periods[0][1][1]  # type: ignore[assignment]
    columns = (
        *(replace(column, missing=column.missing * len(periods)) for column in kept),
        Column(date_name, "period", "date", "DATE", None, period, distinct=len(periods), title="period"),
        Column(value_name, "value", "measure", "DOUBLE", unit, missing=missing, distinct=rows, title="value"),
    )
    notes.append(Note(f"{len(periods)} columns are periods; its long view is {name}", table.name))
    keys = tuple(column.name for column in kept if column.kind in ("id", "category", "code", "text"))[:1]
    columns = never_adds(base, name, columns, "panel", date_name)
    shown = base.execute(f"SELECT * FROM {quoted(name)} LIMIT {SHOWN}").fetchall()
    samples = tuple(tuple(plain(value) for value in row) for row in shown)
    return Table(name, table.source, rows, columns, "panel", keys, date_name, samples, long_of=table.name)
