"""Proving an answer again: the notes that it rests on as they stand in the notebook, its queries over what is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from indagate.errors import IndagateError
from indagate.flows.notes.domain import usable
from indagate.flows.notes.query import Query
from indagate.flows.notes.record import Notes
from indagate.flows.notes.supporting import unsupported
from indagate.storage import Blobs

if TYPE_CHECKING:
    from indagate.evidence.check import Violation
    from indagate.flows.notes.index import Index


def check(notes: Notes, folder: Path, store: Blobs) -> list[Violation]:
    """Return every breach: a note that does not say any more what was cited, a query that gives other values now."""
    from indagate.flows.notes.index import Index

    home = folder.parent.parent  # of the run's folder
    worded = list(unsupported(notes))
    if not notes.evidence and not notes.answers:
        return worded
    with Index(home, usable(home)[0]) as index:
        index.refresh()
        return [*worded, *_cited(notes, index), *_queries(notes, index)]


def _cited(notes: Notes, index: Index) -> Iterator[Violation]:
    from indagate.evidence.check import Violation

    for one in notes.evidence:
        there = {note.line: note.text for note in index.lines(one.date)}
        if there.get(one.line) != one.text:
            yield Violation(
                "archive-changed", f"{one.date}:{one.line}", "the note does not say any more what was cited"
            )


def _queries(notes: Notes, index: Index) -> Iterator[Violation]:
    from indagate.cells.asking import same_value
    from indagate.evidence.check import Violation
    from indagate.flows.notes.search import by_sql

    for found in notes.answers:
        try:
            again = by_sql(index, Query("sql", found.sql, units=found.query.units), notes.input.as_of)
        except IndagateError as error:
            yield Violation("number-not-held", found.said, f"the query cannot be run again: {error.message}")
            continue
        now = {cell.name: cell.value for cell in again.cells}
        for cell in found.cells:
            if cell.name not in now or not same_value(cell.value, now[cell.name]):
                yield Violation("number-not-held", found.said, f"{cell.label} was {cell.value}, and is not any more")
