"""Means of working out the answers of the later sets: numbers told in documents, tables by plain Python and by SQL."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb
from exam import folder

Value = float | str | dt.date
MISSING = {"", "NA", "n/a", "-", "k. A.", "н/д"}
NO_RATE = (
    r"\bno\b[^.]{0,40}\brate|\brates?\b[^.]{0,40}(missing|needed|unknown|required|not (given|known))"
    r"|without [^.]{0,30}rate|needs? [^.]{0,30}rate|can(not|'t| not) (be )?(convert|answer|tell|say)"
    r"|(ohne|kein(en)?) [^.]{0,20}kurs|kurs fehlt"
    r"|(без|нет|нужен) [^.]{0,20}курс|курс\w* [^.]{0,20}(не|нужен)"
)
UNDEFINED = (
    r"undefined|not defined|division by (zero|0)|divide by (zero|0)|cannot be|can't be|not possible|impossible"
    r"|nicht (definiert|möglich|berechn)|division durch (null|0)|не определ|деление на (ноль|нуль|0)|нельзя|невозможн"
)
CLEAN = """
create macro given(cell) as case when cell in ('', 'NA', 'n/a', '-', 'k. A.', 'н/д') then null else cell end;
create macro en(cell) as cast(replace(given(cell), ',', '') as double);
create macro de(cell) as cast(replace(replace(replace(given(cell), '.', ''), ' ', ''), ',', '.') as double);
create macro tag(cell) as strptime(cell, '%d.%m.%Y');
"""


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal, and how its answer is worked out: from documents, or from a table in two ways that must agree.

    `hand` is the answer worked out once more with figures that somebody read in the documents with his own eyes.
    """

    kind: str
    language: str
    goal: str
    corpus: str = ""
    data: str = ""
    work: Callable[[], Value] | None = None
    sql: str = ""
    hand: Value | None = None
    tolerance: float | None = None
    also: tuple[float, ...] = ()
    reject: tuple[float, ...] = ()
    accept: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    decline: str = ""
    absent: tuple[str, ...] = ()


def document(name: str) -> str:
    """Return a document with single spaces."""
    place, file = name.split("/")
    return " ".join((folder(place) / file).read_text("utf-8").split())


def told(name: str, pattern: str) -> str:
    """Return what a pattern finds once in a document."""
    found = re.findall(pattern, document(name))
    if len(found) != 1:
        raise ValueError(f"{name}: {pattern!r} is found {len(found)} times")
    return str(found[0])


def en(name: str, pattern: str) -> float:
    """Return a number with English separators that a document tells once."""
    return float(told(name, pattern).replace(",", ""))


def de(name: str, pattern: str) -> float:
    """Return a number with German or Russian separators that a document tells once."""
    return float(told(name, pattern).replace(".", "").replace(" ", "").replace(",", "."))


def price(name: str, row: str, column: int) -> float:
    """Return the price in a column of a document's table."""
    cells = told(name, rf"\| ({row} \|(?: [^|]+ \|)+)").split("|")
    return float(re.sub(r"[£€₽ ]", "", cells[column]).replace(",", "."))


def rows(name: str, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table by heading."""
    place, file = name.split("/")
    with (folder(place) / file).open(encoding="utf-8-sig", newline="") as table:
        return list(csv.DictReader(table, delimiter=delimiter))


def english(cell: str) -> float | None:
    """Return an English number, None where it is missing."""
    return None if cell in MISSING else float(cell.replace(",", ""))


def german(cell: str) -> float | None:
    """Return a German or Russian number, None where it is missing."""
    return None if cell in MISSING else float(cell.replace(".", "").replace(" ", "").replace(",", "."))


def german_day(cell: str) -> dt.date:
    """Return the day that 15.03.2025 says."""
    day, month, year = cell.split(".")
    return dt.date(int(year), int(month), int(day))


def known(values: Iterable[float | None]) -> list[float]:
    """Return the values that are there."""
    return [value for value in values if value is not None]


def grouped(pairs: Iterable[tuple[str, float | None]]) -> dict[str, float]:
    """Return the sum of each group, missing values left out."""
    sums: dict[str, float] = defaultdict(float)
    for group, value in pairs:
        if value is not None:
            sums[group] += value
    return sums


def ranked(sums: Mapping[str, float], place: int = 1) -> str:
    """Return the group with the largest sum, or the one at another place; a neighbour too near is an error."""
    order = sorted(sums, key=lambda group: -sums[group])
    chosen = sums[order[place - 1]]
    near = [one for one in order if one != order[place - 1] and abs(sums[one] - chosen) < 1e-6 * max(1, chosen)]
    if near:
        raise ValueError(f"{order[place - 1]} and {near[0]} tie")
    return order[place - 1]


def asked(query: str) -> Any:
    """Return the one value of an SQL query whose tables are written {folder/file;delimiter}, all cells as text."""
    connection = duckdb.connect()
    connection.execute(CLEAN)

    def reader(match: re.Match[str]) -> str:
        place, file, delimiter = match[1], match[2], match[3] or ","
        return f"read_csv('{folder(place) / file}', delim = '{delimiter}', header = true, all_varchar = true)"

    connection.execute(re.sub(r"\{(\w+)/([\w.]+)(?: (;))?\}", reader, query))
    found: Sequence[Any] | None = connection.fetchone()
    if found is None:
        raise ValueError(f"no row: {query}")
    return found[0]


def tolerance(value: float) -> float:
    """Return how far a printed number may be off: whole and short ones not at all."""
    if abs(value - round(value, 2)) < 1e-9 and abs(value) >= 1:
        return 0.0 if abs(value - round(value, 1)) < 1e-9 else 0.006
    return 0.0051 if abs(value) < 1 else 0.051 if abs(value) < 1000 else 0.6


def want(one: Goal) -> dict[str, Any]:
    """Return what a right answer to a goal holds."""
    if one.decline:
        return {"decline": one.decline} | ({"accept": list(one.accept)} if one.accept else {})
    if one.work is None:
        raise ValueError(f"{one.goal}: neither worked out nor declined")
    value = one.work()
    if isinstance(value, str):
        made: dict[str, Any] = {"accept": list(one.accept or (value.lower(),))}
        return made | ({"reject": list(one.unless)} if one.unless else {})
    if isinstance(value, dt.date):
        return {"date": value.isoformat()}
    made = {"number": round(value, 6), "tolerance": tolerance(value) if one.tolerance is None else one.tolerance}
    return made | {key: list(some) for key, some in (("also", one.also), ("reject", one.reject)) if some}
