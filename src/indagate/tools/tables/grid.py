"""Files as grids of texts: CSV and TSV, JSON, XLSX, SQLite. Their rows become texts, empty for missing."""

from __future__ import annotations

import csv
import datetime
import json
import math
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

from indagate.cells.numeral import Decimals
from indagate.errors import Unreadable
from indagate.tools.tables.heading import Row, find_start
from indagate.tools.tables.reading import Remark

SAMPLE = 1 << 20
"""Bytes of a text file from which its encoding and delimiter are told."""
FIRST = 60
"""Rows from which the heading is found."""
_CYRILLIC = ("cp1251", "koi8_r", "cp866", "iso8859_5", "mac_cyrillic")
_DELIMITERS = "\t;|,"
csv.field_size_limit(1 << 24)


@dataclass(slots=True)
class Grid:
    """A table before its columns are understood: headings (None: it has none), rows, and what was odd so far.

    `remarks` may grow while the rows are read. `decimal` is what the form of the file says of decimal signs.
    """

    sheet: str
    headings: list[str] | None
    width: int
    rows: Iterator[Row]
    decimal: Decimals | None = None
    remarks: list[Remark] = field(default_factory=list)


def grids(path: Path, suffix: str) -> Iterator[Grid]:
    """Yield the tables of a file, whose kind its suffix says. Raises `Unreadable`."""
    readers = {
        ".json": _json, ".geojson": _json, ".jsonl": _json, ".ndjson": _json, ".xlsx": _xlsx, ".xls": _xlsx,
        ".xlsb": _xlsx, ".xlsm": _xlsx, ".ods": _xlsx, ".db": _sqlite, ".sqlite": _sqlite, ".sqlite3": _sqlite,
    }  # fmt: skip
    yield from readers.get(suffix, _csv)(path)


# --- CSV ------------------------------------------------------------------------------------------------------------


def _csv(path: Path) -> Iterator[Grid]:
    with path.open("rb") as file:
        sample = file.read(SAMPLE)
    encoding = _encoding(path, sample)
    text = sample.decode(encoding, "replace")
    delimiter = _delimiter(text)
    remarks = []
    if encoding not in ("utf-8", "utf-8-sig", "ascii"):
        remarks.append(Remark("encoding", f"its text is {encoding}, not UTF-8"))
    with path.open(encoding=encoding, errors="replace", newline="") as lines:
        rows = ([cell.strip() for cell in row] for row in csv.reader(_whole(lines), delimiter=delimiter))
        grid = _started("", rows, remarks)
        grid.decimal = "," if delimiter == ";" and grid.decimal is None else grid.decimal
        yield grid


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without null characters, which no text holds."""
    return (line.replace("\0", "") for line in lines)


def _encoding(path: Path, sample: bytes) -> str:
    from indagate.corpus.charset import decode, is_binary

    if is_binary(sample):
        raise Unreadable("it is no text: its bytes belong to another kind of file")
    _, name = decode(sample)
    if name != "utf-8":
        return likeliest_cyrillic(sample) if name in _CYRILLIC else name
    import codecs

    check = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as file:
        while chunk := file.read(SAMPLE):
            try:
                check.decode(chunk)
            except UnicodeDecodeError:
                name = decode(chunk)[1]
                return likeliest_cyrillic(chunk) if name in _CYRILLIC else name
    return "utf-8"


def likeliest_cyrillic(data: bytes) -> str:
    """Return the Cyrillic encoding in which the bytes look most like words: few headings are little to guess from.

    Letters count; a capital within a word and a sign between letters count against it.
    """

    def score(name: str) -> int:
        text = data.decode(name, "replace")
        words = re.findall(r"[^\s\d,;.|()\"'/-]+", "".join(one if one > "\x7f" else " " for one in text))
        letters: int = sum("а" <= one.lower() <= "я" or one in "ёЁ" for word in words for one in word)
        strange: int = sum(not one.isalpha() for word in words for one in word)
        capitals: int = sum(b.isupper() and a.islower() for word in words for a, b in pairwise(word))
        return letters - 4 * strange - 2 * capitals

    return max(_CYRILLIC, key=score)


def _delimiter(text: str) -> str:
    """Return the delimiter that divides most lines into the same number of cells."""
    lines = [line for line in text.splitlines()[:FIRST] if line.strip()]
    best, most = ",", 0.0
    for delimiter in _DELIMITERS:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
        width = max(set(widths), key=lambda one: (widths.count(one), one), default=1)
        share = widths.count(width) / max(1, len(widths))
        if width > 1 and share > most + 0.1:
            best, most = delimiter, share
    return best


def _started(sheet: str, rows: Iterator[Row], remarks: list[Remark]) -> Grid:
    """Return a grid whose heading is found among its first rows."""
    first = list(islice(rows, FIRST))
    if (kinds := _counting_line(first)) is not None:
        return _classed(sheet, chain(first[1:], rows), len(first[1]), kinds, remarks)
    start = find_start(first)
    at = start.at if start.at >= 0 else -1 - start.at
    skipped = [" ".join(cell for cell in row if cell) for row in first[:at] if any(row)]
    if skipped:
        remarks.append(Remark("preamble", f"lines above the table were skipped: {skipped[0][:80]!r}", len(skipped)))
    headings = None
    if start.at >= 0 and start.width:
        headings = first[at][: start.width] + [""] * (start.width - len(first[at]))
        at += 1
    elif start.width:
        remarks.append(Remark("no-header", "its first row holds values, so its columns are named by their number"))
    return Grid(sheet, headings, start.width, _fitted(chain(first[at:], rows), start.width, remarks), None, remarks)


def _counting_line(first: Sequence[Row]) -> tuple[str, ...] | None:
    """Return the kinds that a first line names behind the counts of rows and columns; None where it is no such line.

    Such files have a number for the kind of each row in their last column, one more than are counted.
    """
    if len(first) < 3:
        return None
    counts, kinds = first[0][:2], [cell for cell in first[0][2:] if cell]
    if len(counts) < 2 or not all(cell.isdigit() for cell in counts) or len(kinds) < 2:
        return None
    width = int(counts[1]) + 1
    whole = all(len(row) == width and row[-1].isdigit() and int(row[-1]) < len(kinds) for row in first[1:] if any(row))
    short = len(first) < FIRST and sum(any(row) for row in first[1:]) != int(counts[0])
    named = not any(re.fullmatch(r"[\d.,+-]+", kind) for kind in kinds)
    return tuple(kinds) if whole and named and not short else None


def _classed(sheet: str, rows: Iterable[Row], width: int, kinds: Sequence[str], remarks: list[Remark]) -> Grid:
    """Return the grid below a line of counts, with the kind of each row by its name."""
    named = ", ".join(kinds)
    remarks.append(Remark("preamble", f"the first line counts rows and columns and names the kinds: {named[:80]}", 1))
    remarks.append(Remark("no-header", "its columns are not named, so they are named by their number"))
    headings = [*(f"column {place}" for place in range(1, width)), "class"]
    fitted = _fitted(rows, width, remarks)
    called = {str(place): kind for place, kind in enumerate(kinds)}
    told = ([*row[:-1], called.get(row[-1], row[-1])] for row in fitted)
    return Grid(sheet, headings, width, told, None, remarks)


def _fitted(rows: Iterable[Row], width: int, remarks: list[Remark]) -> Iterator[Row]:
    """Yield rows of one width; what is cut off is remarked, and so are lines under the table."""
    held: list[Row] = []
    longer = shorter = 0
    for row in rows:
        if len(row) == width > 1 and row[0] and row[1] and not held:
            yield row  # as nearly all are
            continue
        if not any(row):
            continue
        if width > 2 and len([cell for cell in row if cell]) == 1 and row[0]:
            held.append(row)
            continue
        for one in held:
            yield one + [""] * (width - len(one))
        held.clear()
        longer += any(row[width:])
        shorter += len(row) < width
        yield row[:width] + [""] * (width - len(row))
    if held and any(len(row[0]) > 12 or len(row) < width for row in held):
        remarks.append(Remark("footer", f"lines under the table were skipped: {held[0][0][:80]!r}", len(held)))
    else:
        yield from (one + [""] * (width - len(one)) for one in held)
    if longer:
        remarks.append(Remark("ragged", "rows have more cells than there are columns; the rest was cut off", longer))
    if shorter:
        remarks.append(Remark("ragged", "rows have fewer cells than there are columns; the rest is missing", shorter))


# --- JSON -----------------------------------------------------------------------------------------------------------


def _json(path: Path) -> Iterator[Grid]:
    from indagate.corpus.charset import decode

    text = decode(path.read_bytes())[0].lstrip("\ufeff")
    if not text.strip():
        yield Grid("", None, 0, iter(()))
        return
    try:
        value = json.loads(text)
    except json.JSONDecodeError as whole:
        try:
            value = [json.loads(line) for line in text.splitlines() if line.strip()]
        except json.JSONDecodeError:
            raise Unreadable(f"it is no JSON: {whole}") from None
    found = list(_record_lists(value))
    if not found:
        raise Unreadable("it holds no list of records")
    for name, records in found:
        yield _of_records(name if len(found) > 1 else "", records)


def _record_lists(value: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the lists of records in a JSON value, each with the key where it was found."""
    if isinstance(value, list):
        if value and all(isinstance(one, list) for one in value):
            value = [{f"column_{place}": cell for place, cell in enumerate(row, 1)} for row in value]
        records = [one if isinstance(one, dict) else {"value": one} for one in value]
        if records:
            yield "", [_feature(one) for one in records]
        else:
            yield "", []
        return
    if not isinstance(value, dict):
        return
    if value and all(
        isinstance(one, list) and not any(isinstance(x, dict | list) for x in one) for one in value.values()
    ):
        lengths = {len(one) for one in value.values()}
        if len(lengths) == 1:
            yield "", [dict(zip(value, row, strict=True)) for row in zip(*value.values(), strict=True)]
            return
    nested = {
        key: one for key, one in value.items() if isinstance(one, list) and one and isinstance(one[0], dict | list)
    }
    if nested:
        for key, one in nested.items():
            yield from ((key, records) for _, records in _record_lists(one))
    elif value and all(isinstance(one, dict) for one in value.values()):
        yield "", [{"key": key, **one} for key, one in value.items()]
    elif value:
        yield "", [value]


def _feature(record: dict[str, Any]) -> dict[str, Any]:
    """Return a GeoJSON feature's properties, another record as it is."""
    if record.get("type") == "Feature" and isinstance(record.get("properties"), dict):
        return dict(record["properties"])
    return record


def _of_records(name: str, records: list[dict[str, Any]]) -> Grid:
    flat = [dict(_flat("", record)) for record in records]
    headings = list(dict.fromkeys(key for record in flat for key in record))
    rows = ([_text(record.get(key)) for key in headings] for record in flat)
    return Grid(name, headings, len(headings), rows, ".")


def _flat(above: str, record: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        name = f"{above}.{key}" if above else str(key)
        if isinstance(value, dict) and value:
            yield from _flat(name, value)
        else:
            yield name, value


def _text(value: Any) -> str:
    """Return a typed value as the text that it would have in a CSV file."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if isinstance(value, datetime.datetime):
        return (
            value.date().isoformat()
            if value.time() == datetime.time()
            else value.isoformat(sep=" ", timespec="seconds")
        )
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(str(value).split())


# --- workbooks and databases ----------------------------------------------------------------------------------------


def _xlsx(path: Path) -> Iterator[Grid]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_path(str(path))
        sheets = [(name, book.get_sheet_by_name(name).to_python(skip_empty_area=True)) for name in book.sheet_names]
    except (CalamineError, OSError, ValueError) as error:
        raise Unreadable(f"it is no workbook that can be read: {error}") from None
    full = [(name, rows) for name, rows in sheets if rows]
    for name, rows in full or [("", [])]:
        grid = _started(name if len(full) > 1 else "", ([_text(cell).strip() for cell in row] for row in rows), [])
        grid.decimal = "."
        yield grid


def _sqlite(path: Path) -> Iterator[Grid]:
    try:
        base = sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)
    except sqlite3.Error as error:
        raise Unreadable(f"it is no SQLite database: {error}") from None
    try:
        names = [
            str(name)
            for (name,) in base.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY 1"
            )
        ]
        for name in names:
            safe = name.replace('"', '""')
            cursor = base.execute(f'SELECT * FROM "{safe}"')
            headings = [str(column[0]) for column in cursor.description]
            rows = ([_text(cell) for cell in row] for row in cursor)
            yield Grid(name if len(names) > 1 else "", headings, len(headings), rows, ".")
    except sqlite3.Error as error:
        raise Unreadable(f"it is no SQLite database that can be read: {error}") from None
    finally:
        base.close()


def unique_headings(headings: Sequence[str], remarks: list[Remark]) -> list[str]:
    """Return headings without blanks or repetitions; what was renamed is remarked."""
    found: list[str] = []
    taken: dict[str, int] = {}
    for place, heading in enumerate(headings, 1):
        name = " ".join(heading.split())
        if not name:
            name = f"column {place}"
            remarks.append(Remark("empty-header", f"column {place} has no heading"))
        key = name.casefold()
        taken[key] = taken.get(key, 0) + 1
        if taken[key] > 1:
            again = f"{name}_{taken[key]}"
            remarks.append(Remark("duplicate-header", f"the heading {name!r} occurs again; column {place} is {again}"))
            name = again
        found.append(name)
    return found
