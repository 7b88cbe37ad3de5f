"""Reading one file into the DuckDB database, in the process that can be killed."""

from __future__ import annotations

import csv
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from indagate.cells.moment import read_date
from indagate.cells.name import literal, quoted, safe_name, unique
from indagate.cells.numeral import decimal_votes
from indagate.errors import Unreadable
from indagate.tools.tables.grid import Grid, grids, unique_headings
from indagate.tools.tables.heading import split_heading
from indagate.tools.tables.reading import BREAKS, MISSING, Hints, Reading, Remark, decide
from indagate.tools.tables.table import Column, ColumnKind, Note, Odd, Table

if TYPE_CHECKING:
    import duckdb

MEMORY = "1GB"
"""What DuckDB may use; beyond it, it spills into the folder of the database."""
DISTINCT = 4000
"""Distinct values of a column that are looked at."""
SHOWN = 12
"""Odd cells of a column that are listed."""
AT_ONCE = 64
"""Columns that one statement converts."""
WIDEST = 1000
"""Columns of a table at most: each is looked at by itself."""
LONGEST = 240
"""Signs of what is told of a file that cannot be read."""
_BREAKS = re.compile(f"[ {BREAKS}]+")
_COLUMNAR = (".parquet", ".pq")
_WHOLE = {"INTEGER", "UINTEGER"} | {
    f"{sign}{size}INT" for sign in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")
}


@dataclass(frozen=True, slots=True)
class Loaded:
    """The tables of a file, and what was odd about them."""

    tables: tuple[Table, ...]
    notes: tuple[Note, ...]


def connect(path: str, *, write: bool) -> duckdb.DuckDBPyConnection:
    """Open a database with its limits; one that is only read reaches no other file, and no network ever.

    It is read by one thread: sums of several would add up in another order each time, and so end in other digits.
    """
    import duckdb

    config: dict[str, Any] = {
        "memory_limit": MEMORY, "threads": 2 if write else 1, "autoinstall_known_extensions": False,
        "autoload_known_extensions": False, "allow_community_extensions": False, "temp_directory": f"{path}.spill",
    }  # fmt: skip
    base = duckdb.connect(path, read_only=not write, config=config)
    base.execute("SET TimeZone = 'UTC'; SET enable_progress_bar = false")
    if not write:
        base.execute("SET enable_external_access = false; SET lock_configuration = true")
    return base


def load(database: str, file: str, label: str, taken: Sequence[str]) -> Loaded:
    """Read a file into a database. Raises `Unreadable`."""
    import duckdb

    path, suffix = Path(file), PurePosixPath(label).suffix.lower()
    names = set(taken)
    base = connect(database, write=True)
    try:
        loader = _Loader(base, label, names)
        if path.stat().st_size == 0:
            loader.note("empty-file", "the file is empty")
        elif suffix in _COLUMNAR:
            loader.columnar(path)
        else:
            for grid in grids(path, suffix):
                loader.grid(grid, Path(database).parent)
        return Loaded(tuple(loader.tables), tuple(loader.notes))
    except (Unreadable, duckdb.Error) as error:
        raise Unreadable(_short(error).replace(file, label)[:LONGEST]) from None
    except RecursionError:
        raise Unreadable("its values are nested too deeply to be read") from None
    finally:
        base.close()


class _Loader:
    """One file on its way into the database."""

    def __init__(self, base: duckdb.DuckDBPyConnection, label: str, taken: set[str]) -> None:
        self._base = base
        self._label = label
        self._taken = taken
        self._seen: dict[str, list[tuple[str, int]]] = {}
        self.tables: list[Table] = []
        self.notes: list[Note] = []

    def note(self, kind: Any, text: str, table: str = "", column: str = "", count: int = 0) -> None:
        """Keep a note on the file."""
        self.notes.append(Note(kind, text, self._label, table, column, count))

    def columnar(self, path: Path) -> None:
        """Take a Parquet file in, whose columns have types. Raises `Unreadable`."""
        import duckdb

        try:
            self._base.execute(f"CREATE OR REPLACE TEMP VIEW raw AS SELECT * FROM read_parquet({literal(str(path))})")
            described = self._base.execute("DESCRIBE raw").fetchall()
        except duckdb.Error as error:
            raise Unreadable(f"it is no Parquet file that can be read: {_short(error)}") from None
        _require_narrow(len(described))
        remarks: list[Remark] = []
        headings = unique_headings([str(row[0]) for row in described], remarks)
        raws = [(quoted(str(row[0])), str(row[1])) for row in described]
        self._table("", headings, raws, Hints(decimal="."), remarks)

    def grid(self, grid: Grid, scratch: Path) -> None:
        """Take a grid of texts in."""
        if not grid.width:
            self.note("empty-file", "there is no table in it" + (f" (sheet {grid.sheet})" if grid.sheet else ""))
            return
        _require_narrow(grid.width)
        headings = unique_headings(grid.headings or [f"column {n}" for n in range(1, grid.width + 1)], grid.remarks)
        with tempfile.NamedTemporaryFile("w", suffix=".csv", dir=scratch, encoding="utf-8", newline="") as draft:
            csv.writer(draft, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(_written(grid.rows))
            draft.flush()
            types = ", ".join(f"'c{place}': 'VARCHAR'" for place in range(grid.width))
            self._base.execute(
                f"CREATE OR REPLACE TEMP TABLE raw AS SELECT * FROM read_csv({literal(draft.name)}, "
                f"auto_detect=false, header=false, delim=',', quote='\"', escape='\"', max_line_size=33554432, "
                f"null_padding=false, columns={{{types}}})"
            )
        self._seen.clear()
        raws = [(f"c{place}", "VARCHAR") for place in range(grid.width)]
        hint = grid.decimal
        votes: Counter[str] = Counter()
        for raw, _ in raws:
            votes += decimal_votes(self._distinct(raw)[:400])
        if votes["."] != votes[","]:
            hint = "." if votes["."] > votes[","] else ","
        self._table(grid.sheet, headings, raws, Hints(hint, day_first=hint == "," or _cyrillic(headings)), grid.remarks)
        self._base.execute("DROP TABLE IF EXISTS raw")

    def _distinct(self, raw: str) -> list[tuple[str, int]]:
        """Return the most frequent distinct texts of a raw column, and how often each occurs."""
        if raw not in self._seen:
            text = f"trim({raw})"
            self._seen[raw] = self._base.execute(
                f"SELECT {text}, count(*) FROM raw WHERE {text} <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {DISTINCT}"
            ).fetchall()
        return self._seen[raw]

    def _table(
        self, sheet: str, headings: list[str], raws: list[tuple[str, str]], hints: Hints, remarks: list[Remark]
    ) -> None:
        stem = PurePosixPath(self._label).stem
        title = f"{stem} {sheet}".strip() if sheet else stem
        name = unique(safe_name(title, "table"), self._taken)
        taken: set[str] = set()
        plans = [self._plan(*pair, hints, taken) for pair in zip(headings, raws, strict=True)]
        for plan in plans:
            if plan.reading.dates:
                plan.source = self._mapped(plan)
        self._create(name, plans, texts=_is_texts(raws))
        count = int(_one(self._base.execute(f"SELECT count(*) FROM {quoted(name)}")))
        exact = count <= 500_000
        told: list[Any] = []
        for part in _parts(plans):
            counts = ", ".join(
                f"count(*) - count({quoted(plan.name)}), "
                + (f"count(DISTINCT {quoted(plan.name)})" if exact else f"approx_count_distinct({quoted(plan.name)})")
                for plan in part
            )
            told += self._base.execute(f"SELECT {counts} FROM {quoted(name)}").fetchone() or ()
        found = tuple(self._column(plan, told[2 * n], told[2 * n + 1]) for n, plan in enumerate(plans))
        self.tables.append(Table(name, title, self._label, count, found, sheet))
        for remark in remarks:
            self.note(remark.kind, remark.text, name, "", remark.count)
        self._notes_on(name, plans, found, count)

    def _create(self, name: str, plans: list[_Plan], *, texts: bool) -> None:
        """Make the table; one of many columns in parts, since each takes memory for all that is tried on a cell."""
        parts = [(f"part_{place}", part) for place, part in enumerate(_parts(plans))]
        for title, part in parts:
            columns = ", ".join(f"{plan.sql} AS {quoted(plan.name)}" for plan in part)
            kept = " ORDER BY raw.rowid" if texts and any(plan.reading.dates for plan in part) else ""
            made = f"TABLE {quoted(name)}" if len(parts) == 1 else f"TEMP TABLE {title}"
            self._base.execute(f"CREATE {made} AS SELECT {columns} FROM raw{kept}")
        if len(parts) > 1:
            joined = " POSITIONAL JOIN ".join(title for title, _ in parts)
            self._base.execute(f"CREATE TABLE {quoted(name)} AS SELECT * FROM {joined}")
            for title, _ in parts:
                self._base.execute(f"DROP TABLE {title}")

    def _plan(self, heading: str, raw: tuple[str, str], hints: Hints, taken: set[str]) -> _Plan:
        source, kind = raw
        title, unit = split_heading(heading)
        if kind == "VARCHAR":
            trimmed = f"nullif(trim({source}, ' \t\r\n\u00a0\u202f'), '')"
            values = self._distinct(source)
            reading = decide(heading, values, Hints(hints.decimal, hints.day_first, unit, len(values) < DISTINCT))
        else:
            trimmed, reading = source, _typed(kind, unit)
        if reading.kind not in ("integer", "number"):
            title = heading
        name = unique(safe_name(title, "column"), taken)
        return _Plan(heading, name, title, trimmed, source, reading)

    def _mapped(self, plan: _Plan) -> str:
        """Return SQL that gives the ISO date of a raw text, by a table of all distinct texts."""
        reading = plan.reading
        text = f"trim({plan.raw_column})"
        cursor = self._base.execute(f"SELECT DISTINCT {text} FROM raw WHERE {text} <> ''")
        table = f"dates_{plan.name}"
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="") as draft:
            writer = csv.writer(draft, quoting=csv.QUOTE_ALL)
            while chunk := cursor.fetchmany(20_000):
                for (cell,) in chunk:
                    found = read_date(cell, reading.order, packed=reading.packed)
                    if found is not None and cell.lower() not in MISSING:
                        writer.writerow((cell, found[0]))
            draft.flush()
            self._base.execute(
                f"CREATE OR REPLACE TEMP TABLE {quoted(table)} AS SELECT * FROM "
                f"read_csv({literal(draft.name)}, auto_detect=false, header=false, "
                "delim=',', quote='\"', escape='\"', columns={'__text': 'VARCHAR', '__iso': 'VARCHAR'})"
            )
        return f"(SELECT __iso FROM {quoted(table)} WHERE __text = {text})"

    def _column(self, plan: _Plan, nulls: int, distinct: int) -> Column:
        odd_cells = 0
        odd: tuple[Odd, ...] = ()
        if nulls and plan.reading.kind != "text" and plan.raw != plan.raw_column:
            odd_cells, odd = self._odd(plan)
        reading = plan.reading
        return Column(
            plan.name, plan.title, reading.kind, reading.unit, reading.grain, int(nulls), int(distinct), odd_cells, odd,
            plan.heading,
        )  # fmt: skip

    def _odd(self, plan: _Plan) -> tuple[int, tuple[Odd, ...]]:
        """Return the cells that hold something and yet have no value: how many, and the first of them."""
        words = ", ".join(literal(word) for word in sorted(MISSING))
        where = f"{plan.raw} IS NOT NULL AND ({plan.sql}) IS NULL AND lower({plan.raw}) NOT IN ({words})"
        count = int(_one(self._base.execute(f"SELECT count(*) FROM raw WHERE {where}")))
        if not count:
            return 0, ()
        shown = self._base.execute(
            f"SELECT rowid + 1, {plan.raw} FROM raw WHERE {where} ORDER BY rowid LIMIT {SHOWN}"
        ).fetchall()
        return count, tuple(Odd(int(row), str(text)[:80]) for row, text in shown)

    def _notes_on(self, table: str, plans: list[_Plan], columns: tuple[Column, ...], count: int) -> None:
        if count == 0:
            self.note("no-rows", "it has headings and no rows", table)
        elif count == 1:
            self.note("one-row", "it has one row, from which nothing can be compared", table)
        for plan, column in zip(plans, columns, strict=True):
            for remark in plan.reading.remarks if count else []:
                self.note(remark.kind, remark.text, table, column.name, remark.count)
            if column.odd_cells:
                listed = ", ".join(f"row {odd.row}: {odd.text!r}" for odd in column.odd[:4])
                text = f"cells that are no {_NOUNS[column.kind]} ({listed})"
                self.note("odd-cells", text, table, column.name, column.odd_cells)
        if 1 < count <= 200_000:
            listed = ", ".join(quoted(column.name) for column in columns)
            different = self._base.execute(f"SELECT count(*) FROM (SELECT DISTINCT {listed} FROM {quoted(table)})")
            twice = count - int(_one(different))
            if twice and len(columns) > 1:
                self.note("duplicate-rows", "rows repeat another row in every cell; they are kept", table, "", twice)


_NOUNS = {"integer": "number", "number": "number", "date": "date", "moment": "date", "boolean": "yes or no"}


class _Plan:
    """A column on its way: its name, its heading, where it comes from and how it is read."""

    __slots__ = ("heading", "name", "raw", "raw_column", "reading", "source", "title")

    def __init__(self, heading: str, name: str, title: str, raw: str, raw_column: str, reading: Reading) -> None:
        self.heading = heading
        self.name = name
        self.title = title
        self.raw = raw
        self.raw_column = raw_column
        self.reading = reading
        self.source = raw

    @property
    def sql(self) -> str:
        """What the column is selected by."""
        return self.reading.sql.format(c=self.raw, d=self.source)


def _require_narrow(width: int) -> None:
    """Raise `Unreadable` for a table that is too wide."""
    if width > WIDEST:
        raise Unreadable(f"it has {width:,} columns, and tables of up to {WIDEST:,} are read")


def _parts(plans: list[_Plan]) -> list[list[_Plan]]:
    """Return columns in parts that are queried at once."""
    return [plans[at : at + AT_ONCE] for at in range(0, len(plans), AT_ONCE)]


def _typed(kind: str, unit: str) -> Reading:
    """Return how a column that has a type is read; not-a-number becomes missing."""
    if kind in ("FLOAT", "DOUBLE"):
        return Reading("number", "CASE WHEN isfinite({c}) THEN CAST({c} AS DOUBLE) END", unit)
    if kind.startswith("DECIMAL"):
        return Reading("number", "CAST({c} AS DOUBLE)", unit)
    if kind in _WHOLE:
        return Reading("integer", "TRY_CAST({c} AS BIGINT)", unit)
    plain: dict[str, tuple[ColumnKind, str]] = {"DATE": ("date", "{c}"), "BOOLEAN": ("boolean", "{c}")}
    if kind in plain:
        reading = Reading(*plain[kind])
        reading.grain = "day" if kind == "DATE" else ""
        return reading
    if kind.startswith("TIMESTAMP"):
        return Reading("moment", "CAST({c} AS TIMESTAMP)")
    return Reading("text", "CAST({c} AS VARCHAR)")


def _is_texts(raws: list[tuple[str, str]]) -> bool:
    """Whether the raw columns are those of a grid, whose rows have an order."""
    return all(source == f"c{place}" for place, (source, _) in enumerate(raws))


def _written(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yield rows as they can be written: each cell on one line, and of letters that there are."""
    for row in rows:
        text = "".join(row)
        if text.isascii() and text.isprintable():
            yield row  # as nearly all are
        else:
            yield [_BREAKS.sub(" ", cell).encode("utf-8", "replace").decode() for cell in row]


def _cyrillic(headings: Sequence[str]) -> bool:
    return any("а" <= letter <= "я" for heading in headings for letter in heading.lower())


def _one(cursor: Any) -> Any:
    return cursor.fetchone()[0]


def _short(error: Exception) -> str:
    """Return the first line of what the database says; the statement that it shows below is not the reader's."""
    return str(error).strip().partition("\n")[0]
