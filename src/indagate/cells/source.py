"""Files and rows in memory as raw tables of texts in DuckDB (Parquet: with its types)."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent

from indagate.cells.name import literal
from indagate.cells.numeral import read_numeral
from indagate.cells.table import Rows, Value
from indagate.errors import Unreadable
from indagate.frozen import dataclass

if TYPE_CHECKING:
    import duckdb

BATCH = 50_000
"""Rows that are handed to DuckDB at once."""
WIDEST = 1000
"""Columns of a table at most."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A raw table in the database: the relation `raw`, its columns as SQL and their types, headings as in the file."""

    part: str
    headings: tuple[str, ...]
    columns: tuple[str, ...]
    types: tuple[str, ...]
    notes: tuple[str, ...] = ()
    decimal_comma: bool = False
    rows: int | None = None
    empty: frozenset[str] = frozenset()
    """How many rows there are, and the columns without any value, where that is known."""


def raw_tables(base: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Raw]:
    """Yield the tables of a file, each as the relation `raw`, which the next one replaces. Raises `Unreadable`."""
    suffix = path.suffix.lower()
    if suffix in (".parquet", ".pq"):
        yield _parquet(base, path)
    elif suffix in (".json", ".jsonl", ".ndjson"):
        yield from _json(base, path)
    elif suffix in (".xlsx", ".xls", ".xlsm", ".xlsb", ".ods"):
        yield from _sheets(base, path)
    elif suffix in (".sqlite", ".sqlite3", ".db"):
        yield from _sqlite(base, path)
    else:
        yield _csv(base, path)


def raw_rows(base: duckdb.DuckDBPyConnection, rows: Rows) -> Raw:
    """Make rows in memory the relation `raw`. Raises `Unreadable`."""
    return _records(base, "", rows.headings, rows.rows, rows.types)


def _csv(base: duckdb.DuckDBPyConnection, path: Path) -> Raw:
    with contextlib.ExitStack() as stack:
        file, notes = _utf8(path, stack)
        try:
            sniffed = base.execute(f"SELECT * FROM sniff_csv({literal(file)}, sample_size = 20480)").fetchone()
            assert sniffed is not None
            delimiter, quote, escape, skip, header = sniffed[0], sniffed[1], sniffed[2], int(sniffed[5]), sniffed[6]
            options = (
                f"auto_detect = false, delim = {literal(delimiter)}, quote = {_sign(quote)}, escape = {_sign(escape)}, "
                "null_padding = true, parallel = false, strict_mode = false, max_line_size = 33554432, "
                f"columns = {{{', '.join(f'c{place}: VARCHAR' for place in range(len(sniffed[7])))}}}"
            ).replace(": VARCHAR", ": 'VARCHAR'")
            if len(sniffed[7]) > WIDEST:
                raise Unreadable(f"a table has {len(sniffed[7]):,} columns; at most {WIDEST:,} are read")
            reader = f"read_csv({literal(file)}, {options}, skip = {skip}, header = false)"
            first = base.execute(f"SELECT * FROM {reader} LIMIT 1").fetchone() or ()
            header = bool(header) or _is_heading(first)
            if header:
                reader = f"read_csv({literal(file)}, {options}, skip = {skip}, header = true)"
            base.execute(f"CREATE OR REPLACE TEMP TABLE raw AS SELECT * FROM {reader}")
        except Exception as error:  # noqa: BLE001 - whatever a broken file makes its reader raise
            raise _unreadable(error, file, path) from None
    if skip:
        notes.append(f"{skip} line{'s' if skip > 1 else ''} before the headings were passed over")
    columns = tuple(f"c{place}" for place in range(len(first)))
    headings = _headings(first if header else (), len(first))
    if not header:
        notes.append("it has no headings; the columns are numbered")
    return Raw("", headings, columns, ("VARCHAR",) * len(columns), tuple(notes), delimiter == ";")


def _utf8(path: Path, stack: contextlib.ExitStack) -> tuple[str, list[str]]:
    """Return the path of the file in UTF-8, which is the file itself where it is."""
    import gzip
    import tempfile

    from indagate.corpus.charset import decode

    opened = gzip.open if path.suffix.lower() == ".gz" else open
    with opened(path, "rb") as file:
        sample = file.read(1 << 20)
        if not sample.strip():
            raise Unreadable("the file is empty")
        cut = sample.rfind(b"\n") + 1 or len(sample)
        encoding = decode(sample[:cut])[1]
        if encoding == "utf-8" and opened is open:
            return str(path), []
        draft = stack.enter_context(
            tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="")  # noqa: SIM115 - the stack closes it
        )
        with opened(path, "rt", encoding=encoding, errors="replace", newline="") as source:
            while chunk := source.read(1 << 20):
                draft.write(chunk)
        draft.flush()
    return draft.name, [] if encoding.startswith("utf") else [f"read as {encoding}"]


def _sign(text: str) -> str:
    return literal("" if text == "(empty)" else text)


def _is_heading(cells: Sequence[str | None]) -> bool:
    """Whether a first row looks like headings: all there, all different, none a number or all but names years."""
    texts = [cell.strip() for cell in cells if cell]
    years = [int(text) for text in texts if text.isdigit() and len(text) == 4]
    if len(years) > 2 and years == list(range(years[0], years[0] + len(years))):
        texts = [text for text in texts if not text.isdigit()] + [f"y{year}" for year in years]
    return len(texts) == len(cells) == len(set(texts)) and not any(read_numeral(text, ".") for text in texts)


def _headings(cells: Sequence[object], width: int) -> tuple[str, ...]:
    texts = [" ".join(str(cell).split()) if cell is not None else "" for cell in cells]
    texts += [""] * (width - len(texts))
    return tuple(text or f"column {place}" for place, text in enumerate(texts, 1))


def _parquet(base: duckdb.DuckDBPyConnection, path: Path) -> Raw:
    try:
        base.execute(f"CREATE OR REPLACE TEMP VIEW raw_view AS SELECT * FROM read_parquet({literal(str(path))})")
        described = base.execute("DESCRIBE raw_view").fetchall()
        if len(described) > WIDEST:
            raise Unreadable(f"a table has {len(described):,} columns; at most {WIDEST:,} are read")
        listed = ", ".join(f'"{str(row[0]).replace(chr(34), chr(34) * 2)}" AS c{n}' for n, row in enumerate(described))
        base.execute(f"CREATE OR REPLACE TEMP TABLE raw AS SELECT {listed} FROM raw_view")
    except Exception as error:  # noqa: BLE001 - whatever a broken file makes its reader raise
        raise _unreadable(error, str(path), path) from None
    columns = tuple(f"c{place}" for place in range(len(described)))
    return Raw("", _headings([row[0] for row in described], len(columns)), columns, tuple(str(r[1]) for r in described))


def _json(base: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Raw]:
    import json

    from indagate.corpus.charset import decode

    text = decode(path.read_bytes())[0].strip()
    if not text:
        raise Unreadable("the file is empty")
    try:
        data = [json.loads(line) for line in text.splitlines() if line.strip()] if _is_lines(text) else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is no JSON that can be read: {error}") from None
    lists = {"": data} if isinstance(data, list) else {k: v for k, v in data.items() if _is_records(v)}
    if isinstance(data, dict) and not lists and data and all(isinstance(v, list) for v in data.values()):
        lists = {"": [dict(zip(data, row, strict=False)) for row in zip(*data.values(), strict=False)]}
    if not lists or not all(_is_records(records) for records in lists.values()):
        raise Unreadable("it holds no list of records", hint="a table in JSON is a list of objects with the same keys")
    for name, records in lists.items():
        flat = [_flat(record) for record in records]
        headings = tuple(dict.fromkeys(chain.from_iterable(flat)))
        yield _records(base, name, headings, ([row.get(heading) for heading in headings] for row in flat))


def _is_lines(text: str) -> bool:
    import json

    first, _, rest = text.partition("\n")
    with contextlib.suppress(ValueError):
        return bool(rest.strip()) and isinstance(json.loads(first), dict)
    return False


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _flat(record: dict[str, Any], prefix: str = "") -> dict[str, Value]:
    import json

    found: dict[str, Value] = {}
    for key, value in record.items():
        if isinstance(value, dict) and prefix.count(".") < 4:
            found |= _flat(value, f"{prefix}{key}.")
        else:
            nested = isinstance(value, list | dict)
            found[f"{prefix}{key}"] = json.dumps(value, ensure_ascii=False) if nested else value
    return found


def _sheets(base: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Raw]:
    import python_calamine

    try:
        book = python_calamine.CalamineWorkbook.from_path(path)
        names = list(book.sheet_names)
        sheets = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=True)) for name in names]
    except Exception as error:  # noqa: BLE001 - whatever a broken file makes its reader raise
        raise _unreadable(error, str(path), path) from None
    filled = [(name, rows) for name, rows in sheets if len(rows) > 1]
    for name, rows in filled:
        width = max(len(row) for row in rows)
        need = max(2, (width + 1) // 2) if width > 1 else 1
        start = next((n for n, row in enumerate(rows[:60]) if sum(cell not in ("", None) for cell in row) >= need), 0)
        body = (row for row in rows[start + 1 :] if any(cell not in ("", None) for cell in row))
        raw = _records(base, name if len(filled) > 1 else "", _headings(rows[start], width), body)
        notes = (f"{start} rows before the headings were passed over",) if start else ()
        yield replace(raw, notes=notes)


def _sqlite(base: duckdb.DuckDBPyConnection, path: Path) -> Iterator[Raw]:
    import sqlite3

    try:
        with contextlib.closing(sqlite3.connect(f"file:{percent(str(path))}?mode=ro", uri=True)) as source:
            listed = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
            for (name,) in source.execute(listed + " ORDER BY name").fetchall():
                name_sql = name.replace('"', '""')
                cursor = source.execute(f'SELECT * FROM "{name_sql}"')
                headings = tuple(str(column[0]) for column in cursor.description)
                yield _records(base, name, headings, cursor)
    except sqlite3.Error as error:
        raise Unreadable(f"it is no SQLite database that can be read: {error}") from None


def _records(
    base: duckdb.DuckDBPyConnection, part: str, headings: Sequence[str], rows: Iterable[Sequence[Any]],
    known: Mapping[str, str] | None = None,
) -> Raw:  # fmt: skip
    """Make rows the relation `raw`, all texts but for the columns whose type is known."""
    if len(headings) > WIDEST:
        raise Unreadable(f"a table has {len(headings):,} columns; at most {WIDEST:,} are read")
    columns = tuple(f"c{place}" for place in range(len(headings)))
    types = tuple((known or {}).get(heading, "VARCHAR") for heading in headings)
    made = ", ".join(f"{column} {type_}" for column, type_ in zip(columns, types, strict=True))
    base.execute(f"CREATE OR REPLACE TEMP TABLE raw ({made})")
    selected = ", ".join(f"unnest(${place}::{type_}[])" for place, type_ in enumerate(types, 1))
    source, count, filled = iter(rows), 0, set[int]()
    while batch := list(islice(source, BATCH)):
        values = [
            [(_text(row[n]) if type_ == "VARCHAR" else row[n]) if n < len(row) else None for row in batch]
            for n, type_ in enumerate(types)
        ]
        base.execute(f"INSERT INTO raw SELECT {selected}", values)
        count += len(batch)
        filled |= {n for n, one in enumerate(values) if n not in filled and any(value is not None for value in one)}
    empty = frozenset(column for n, column in enumerate(columns) if n not in filled)
    return Raw(part, _headings(headings, len(columns)), columns, types, rows=count, empty=empty)


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time(0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, bytes):
        return None
    return str(value)


def _unreadable(error: Exception, file: str, path: Path) -> Unreadable:
    if isinstance(error, Unreadable):
        return error
    text = " ".join(str(error).split()).replace(file, path.name)
    return Unreadable(f"it cannot be read: {text[:240]}")
