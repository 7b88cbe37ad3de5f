"""The notebook as tables: entry, note and day, and one table a thing with its measures as columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from indagate.cells import ColumnNote, Rows, Tables, load
from indagate.cells.grammar import View
from indagate.cells.table import Column, Value
from indagate.flows.notes.domain import Activity
from indagate.flows.notes.entry import Note
from indagate.flows.notes.index import Index, Told
from indagate.flows.notes.unit import converted, dimension

ENTRY, NOTE, DAY, MENTION = "entry", "note", "day", "mention"
RESERVED = frozenset({ENTRY, NOTE, DAY, MENTION})
ALWAYS, EARLIEST = date.max, date.min
_PLACED = {"date": "DATE", "note": "TEXT"}
"""The types of the columns that say where something stands."""


def name_of(what: str) -> str:
    """Return the name of a thing's table: its letters and digits, others as _; never that of another table."""
    name = re.sub(r"\W+", "_", what.casefold()).strip("_") or "thing"
    name = name if not name[0].isdigit() else f"t_{name}"
    return f"{name}_" if name in RESERVED else name


def open_tables(index: Index, as_of: date, things: Iterable[str] | None, *, whole: bool = False) -> Tables:
    """Load the tables of some things (None: of all), `mention` for gaps, if any; with `whole` entries, notes and days.

    Close what is returned. The names of things are those of entries.
    """
    names = list(index.things(as_of) if things is None else things)
    told: dict[str, list[Told]] = {}
    for one in index.told(as_of, None if whole else names):
        told.setdefault(one.entry.what, []).append(one)
    rows: list[Rows] = []
    notes: list[ColumnNote] = []
    for what in sorted(names):
        if what in told:
            made, said = thing_rows(what, told[what], activity_of(index, what))
            rows.append(made)
            notes += said
    missed = index.mentions(as_of, sorted({*names, *told}))
    if missed or not rows:
        named = tuple((d, name_of(w), n.place) for d, w, n in missed)
        rows.append(Rows(MENTION, ("date", "what", "note"), named, types={"what": "TEXT", **_PLACED}))
    if whole:
        rows += _whole(index, as_of, [one for found in told.values() for one in found])
        notes.append(ColumnNote("value", ENTRY, kind="measure", unit_column="unit"))
    return load(rows, notes)


def described(index: Index, as_of: date) -> str:
    """Return what tables the notes make: columns with kinds and units, a few rows of each."""
    if index.extent(as_of) is None:
        return "no notes yet"
    with open_tables(index, as_of, None, whole=True) as tables:
        parts = tables.describe().split("\n\n")
        return "\n\n".join(part for part in parts if not part.startswith(f'table "{MENTION}"'))


def activity_of(index: Index, what: str) -> Activity | None:
    """Return the activity that a domain declares of this name, if one does."""
    found = (domain.activity(what) for domain in index.domains.values())
    return next((one for one in found if one is not None), None)


def thing_rows(what: str, told: Sequence[Told], activity: Activity | None) -> tuple[Rows, list[ColumnNote]]:
    """Return the table of a thing: a row for each time that a note tells of it, a column for each measure."""
    units = _units(told, activity)
    groups: dict[tuple[Note, date, str, str, str], dict[str, float]] = {}
    of: dict[str, str] = {}
    for one in told:
        entry = one.entry
        row = groups.setdefault((one.note, entry.date, entry.kind, entry.time, entry.said), {})
        if entry.measure and entry.value is not None:
            heading, value = _column(entry.measure, entry.unit, entry.value, units)
            row[heading], of[heading] = value, entry.measure
    measures = list(dict.fromkeys(heading for row in groups.values() for heading in row))
    if activity is not None:
        measures += [_heading(name) for name in activity.measures if name not in measures and name not in units]
    kinds = any(kind for _, _, kind, _, _ in groups)
    headings = ("date", *(("kind",) if kinds else ()), *measures, "time", "note")
    body = tuple(
        (when.isoformat(), *((kind or None,) if kinds else ()), *(row.get(name) for name in measures), time or None,
         note.place)
        for (note, when, kind, time, _), row in groups.items()
    )  # fmt: skip
    named = {heading: unit for heading, unit in _headed(units).items() if unit}
    table = name_of(what)
    types, notes = dict(_PLACED), []
    for heading in measures:
        declared = activity.measures.get(of.get(heading, heading)) if activity else None
        types[heading] = _type([row[heading] for row in groups.values() if heading in row])
        if types[heading] != "TEXT":
            adds = declared.adds if declared else None
            notes.append(ColumnNote(heading, table, kind="measure", adds=adds, unit=named.get(heading)))
    return Rows(table, headings, body, named, types), notes


def _type(values: Sequence[float]) -> str:
    """Return the type of a column of numbers, that of texts if there are none."""
    whole = all(value.is_integer() and abs(value) < 2**53 for value in values)
    return ("BIGINT" if whole else "DOUBLE") if values else "TEXT"


def _units(told: Sequence[Told], activity: Activity | None) -> dict[str, list[str]]:
    """Return the units of each measure, the one of its own column first: the declared one, else the most frequent."""
    counts: dict[str, Counter[str]] = {}
    for one in told:
        if one.entry.measure:
            counts.setdefault(one.entry.measure, Counter())[one.entry.unit] += 1
    found = {}
    for name, count in counts.items():
        ranked = sorted(count, key=lambda unit: (unit == "", -count[unit], unit))
        declared = activity.measures[name].unit if activity and name in activity.measures else ""
        main = declared if declared and declared != "money" else ranked[0]
        found[name] = [main, *(unit for unit in ranked if unit != main)]
    return found


def _heading(measure: str) -> str:
    return f"{measure}_" if measure in ("date", "kind", "time", "note") else measure  # those are columns of every thing


def _column(measure: str, unit: str, value: float, units: Mapping[str, list[str]]) -> tuple[str, float]:
    """Return the column of a value and the value in its unit; what cannot be converted has a column of its own."""
    main = units[measure][0]
    if unit == main or (unit == "" and dimension(main) == "money"):
        return _heading(measure), value
    if unit and main and dimension(unit) == dimension(main) and dimension(unit) != "money":
        return _heading(measure), converted(value, unit, main)
    return f"{measure}_{re.sub(r'[^a-z0-9]+', '_', unit.casefold()) or 'bare'}", value


def _headed(units: Mapping[str, list[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for measure, known in units.items():
        for unit in known:
            found.setdefault(_column(measure, unit, 0.0, units)[0], unit)
    return found


def _whole(index: Index, as_of: date, told: Sequence[Told]) -> list[Rows]:
    entries = tuple(
        (
            one.note.place, one.entry.date.isoformat(), one.entry.time or None, one.entry.what.replace("_", " "),
            one.entry.measure.replace("_", " ") or None, one.entry.value, one.entry.unit or None,
            one.entry.domain or None, one.entry.kind or None, one.entry.said,
        )
        for one in told
    )  # fmt: skip
    columns = ("note", "date", "time", "what", "measure", "value", "unit", "domain", "kind", "words")
    types = {**dict.fromkeys((*columns, "text", "weekday"), "TEXT"), **_PLACED, "notes": "BIGINT"}
    types["value"] = _type([one.entry.value for one in told if one.entry.value is not None])
    del types["time"]  # a clock, if all are
    notes = [note for note, _ in index.notes(EARLIEST, as_of) if note.until is None or note.until > as_of]
    lines = tuple((note.place, note.day.isoformat(), None, note.text) for note in notes)
    days = Counter(note.day for note in notes)
    first = min(days, default=as_of)
    every = (first + timedelta(n) for n in range((as_of - first).days + 1))
    table = tuple((day.isoformat(), f"{day:%A}", days[day]) for day in every)
    return [
        Rows(ENTRY, columns, entries, types=types), Rows(NOTE, ("note", "date", "time", "text"), lines, types=types),
        Rows(DAY, ("date", "weekday", "notes"), table, types=types),
    ]  # fmt: skip


def views_of(tables: Tables, today: date) -> tuple[View, ...]:
    """Return the tables of things as the grammar reads them: a row is one time that the thing was told of."""
    found = []
    for table in tables.tables:
        if table.name in RESERVED:
            continue
        columns = tuple(_readable(column) for column in table.columns if column.name not in ("note", "time"))
        texts = [column.name for column in columns if column.name == "kind"]
        statements = [f'SELECT DISTINCT "kind" FROM "{table.name}" WHERE "kind" IS NOT NULL ORDER BY 1' for _ in texts]
        statements.append(f'SELECT min("date")::DATE, max("date")::DATE FROM "{table.name}"')
        *kinds, span = tables.ask(statements)
        values: dict[str, tuple[Value, ...]] = {"kind": tuple(row[0] for row in kinds[0].rows)} if kinds else {}
        first, last = (date.fromisoformat(str(day)) if day is not None else None for day in span.rows[0])
        shown = replace(table, columns=columns, grain="events", keys=(), date="date")
        found.append(View(shown, values, first, last, today))
    return tuple(found)


def _readable(column: Column) -> Column:
    return replace(column, kind="category") if column.name == "kind" else column
