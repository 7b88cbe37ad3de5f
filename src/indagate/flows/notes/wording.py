"""How results and readings are told: to a person on a terminal, and to a model in a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from indagate.cells.cell import Cell
from indagate.flows.notes.entry import Entry, Reading
from indagate.flows.notes.query import Found
from indagate.number import count

SHOWN = 40
"""Cells and notes of one result that a model is shown."""


def shown(found: Iterable[Found]) -> tuple[str, ...]:
    """Return results as a model is shown them: each cell with its name, what is missing, the notes."""
    return tuple(_result(one) for one in found)


def _result(found: Found) -> str:
    lines = [f"{found.query.form}: {found.query.text}"]
    if found.declined:
        lines.append("refused: " + "; ".join(part for part in (", ".join(found.words), found.reason) if part))
    lines += [_cell(cell) for cell in found.cells[:SHOWN]]
    if found.answered and not found.cells:
        lines.append("no rows")
    lines += [f"note: {text}" for text in (*found.disclosures, *found.gaps)]
    lines += [f"rests on {one.date}:{one.line} {one.text}" for one in found.cited[-SHOWN:]]
    lines += [f"near: {one.date}:{one.line} {one.text}" for one in found.near[:SHOWN]]
    if found.query.form == "words" and not found.near:
        lines.append("no note has these words")
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    scope = f" ({cell.scope})" if cell.scope else ""
    return f"{{{cell.name}.value}} = {cell.value} {cell.unit or ''}".rstrip() + f" = {cell.label}{scope}{_rows(cell)}"


def _rows(cell: Cell) -> str:
    missing = f", {cell.missing} without a value" if cell.missing else ""
    return "" if cell.n is None else f"; {count(cell.n, 'row')}{missing}"


def apart(cells: Sequence[Cell]) -> dict[str, Cell]:
    """Return cells by name, without the conditions that hold of all of them: the query says those."""
    shared = set(cells[0].filters).intersection(*(cell.filters for cell in cells)) if cells else set()
    return {one.name: replace(one, filters=tuple(f for f in one.filters if f not in shared)) for one in cells}


def value_lines(found: Found) -> list[str]:
    """Return the values of a result, a line each, and what they leave out."""
    from indagate.cells import render

    cells = apart(found.cells)
    lines = []
    for name, cell in cells.items():
        scope = f"{cell.scope}: " if cell.keys else ""
        lines.append(f"  {scope}{render(f'{{{name}.value}}', cells)}  ({cell.label}{_rows(cell)})")
    return [*(lines or ["  no rows"]), *(f"  note: {text}" for text in (*found.disclosures, *found.gaps))]


def reading_lines(reading: Reading) -> list[str]:
    """Return what was read in a note as a small table, and what was not."""
    rows = [_entry(entry) for entry in reading.entries]
    widths = [max((len(row[at]) for row in rows), default=0) for at in range(3)]
    lines = [
        "  " + "  ".join(part.ljust(width) for part, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in rows
    ]
    if reading.unread:
        lines.append(f"  not read: {', '.join(reading.unread)}")
    return lines


def _entry(entry: Entry) -> tuple[str, str, str, str]:
    name = " ".join(part for part in (entry.what.replace("_", " "), entry.kind) if part)
    value = "" if entry.value is None else f"{entry.value:g} {entry.unit}".strip()
    aside = f"not counted: {entry.aside}" if entry.aside else ""
    when = f"{entry.date} {entry.time}".strip()
    return name, entry.measure.replace("_", " "), value, "  ".join(part for part in (when, aside) if part)
