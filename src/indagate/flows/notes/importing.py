"""Bringing notes in from elsewhere: Markdown with date headings, CSV, JSONL. The same notes twice add nothing."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.cells.grammar.calendarwords import MONTHS
from indagate.errors import InputError
from indagate.flows.notes.notebook import YEARS, Notebook, read_lines

if TYPE_CHECKING:
    from _csv import Reader

Told = tuple[date, str]
"""A day and what was noted."""
_DAY_KEYS = ("date", "day", "datum", "дата", "when", "timestamp", "created", "created_at", "time")
_TEXT_KEYS = ("text", "note", "entry", "body", "content", "notiz", "заметка", "запись", "message", "title")


def read_notes(path: Path) -> list[Told]:
    """Return the notes of a file: Markdown (or plain text), CSV or JSONL, by its ending.

    Raises `InputError` with path, line and reason.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start})") from None
    ending = path.suffix.lower()
    if ending in {".csv", ".tsv"}:
        return list(_from_table(path, text))
    if ending in {".jsonl", ".ndjson", ".json"}:
        return list(_from_lines(path, text))
    return list(_from_markdown(path, text))


def bring_in(notebook: Notebook, told: list[Told]) -> int:
    """Append what the notebook does not have yet; return how many notes that were. Raises `StorageError`."""
    by_day: dict[date, list[str]] = {}
    for day, text in told:
        by_day.setdefault(day, []).append(" ".join(text.split()).replace("<!--", "< !--"))
    missing: dict[date, list[str]] = {}
    for day, texts in sorted(by_day.items()):
        have = Counter(_same(line.text) for line in notebook.read(day))
        fresh = []
        for text in texts:
            if have[_same(text)] > 0:
                have[_same(text)] -= 1
            else:
                fresh.append(text)
        if fresh:
            missing[day] = fresh
    if missing:
        notebook.append_many(missing)
    return sum(map(len, missing.values()))


def _same(text: str) -> str:
    return " ".join(text.split()).casefold()


def day_of(text: str) -> date | None:
    """Return the day that a heading or cell names, in one of the usual forms, or None."""
    low = text.strip().lower()
    iso = re.search(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", low)
    if iso:
        return _day(int(iso[1]), int(iso[2]), int(iso[3]))
    dotted = re.search(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)", low)
    if dotted:
        return _day(int(dotted[3]), int(dotted[2]), int(dotted[1]))
    worded = re.search(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?([a-zа-яäöü]+)\.?,?\s+(\d{4})", low)
    if worded and worded[2] in MONTHS:
        return _day(int(worded[3]), MONTHS[worded[2]], int(worded[1]))
    american = re.search(r"([a-zа-яäöü]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})", low)
    if american and american[1] in MONTHS:
        return _day(int(american[3]), MONTHS[american[1]], int(american[2]))
    return None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def _from_markdown(path: Path, text: str) -> Iterator[Told]:
    day: date | None = None
    lines = {line.line: line.text for line in read_lines(text)}
    for number, row in enumerate(text.splitlines(), 1):
        if row.startswith("#"):
            named = day_of(row.lstrip("# "))
            if named is not None:
                day = named
            elif re.search(r"\d", row) and re.match(r"#+\s*\W*\d{1,4}\D", row):
                raise InputError(f"{path}:{number}: no date can be read in the heading {row.strip()!r}", hint=_FORMS)
        elif number in lines:
            if day is None:
                own = day_of(path.stem)
                if own is None:
                    raise InputError(f"{path}:{number}: this note stands under no date", hint=_FORMS)
                day = own
            yield day, lines[number]


LONGEST = 100_000
"""Characters of a cell."""
_FORMS = "Give days as headings: ## 2026-04-20, ## 2026-07-08 Wed, ## 8 July 2026, ## 2 августа 2026 or ## 08.09.2026."


def _from_table(path: Path, text: str) -> Iterator[Told]:
    head = text.splitlines()[0] if text.strip() else ""
    comma = max(",;\t", key=head.count)
    rows = csv.reader(io.StringIO(text), delimiter=comma)
    names = [name.strip().lower() for name in next(_rows(path, rows), [])]
    at_day = next((names.index(key) for key in _DAY_KEYS if key in names), None)
    at_text = next((names.index(key) for key in _TEXT_KEYS if key in names), None)
    if at_day is None or at_text is None:
        raise InputError(f"{path}:1: the table needs a column `date` and a column `text`; it has {', '.join(names)}")
    for row in _rows(path, rows):
        if not any(cell.strip() for cell in row):
            continue
        day = day_of(row[at_day]) if at_day < len(row) else None
        if day is None:
            raise InputError(f"{path}:{rows.line_num}: no date can be read in column {names[at_day]!r}", hint=_FORMS)
        for piece in (row[at_text] if at_text < len(row) else "").splitlines():
            if piece.strip():
                yield day, piece.strip()


def _rows(path: Path, rows: Reader) -> Iterator[list[str]]:
    """Yield the rows that are left. Raises `InputError` for what is no table."""
    try:
        for row in rows:
            if any(len(cell) > LONGEST for cell in row):
                raise InputError(
                    f"{path}:{rows.line_num}: a cell has more than {LONGEST} characters: no note is that long"
                )
            yield row
    except csv.Error as error:
        raise InputError(f"{path}:{rows.line_num}: no row of a table can be read: {error}") from None


def _from_lines(path: Path, text: str) -> Iterator[Told]:
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        try:
            found = json.loads(row)
        except (ValueError, RecursionError) as error:
            reason = error.msg if isinstance(error, json.JSONDecodeError) else "it is too deep, or a number too long"
            raise InputError(f"{path}:{number}: this line is no JSON object: {reason}") from None
        if not isinstance(found, dict):
            raise InputError(f"{path}:{number}: this line is no JSON object")
        day = next((day_of(str(found[key])) for key in _DAY_KEYS if key in found), None)
        said = next((str(found[key]) for key in _TEXT_KEYS if key in found), None)
        if day is None or said is None:
            raise InputError(f"{path}:{number}: an object needs `date` (as 2026-04-20) and `text`")
        for piece in said.encode("utf-8", "replace").decode().splitlines():
            if piece.strip():
                yield day, piece.strip()
