"""Answering plain questions from loaded tables: what the grammar needs of their rows, the query, its cells."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from weakref import WeakKeyDictionary

from indagate.cells.asking import query_now
from indagate.cells.cell import Cells
from indagate.cells.grammar.reading import NotUnderstood, Sql, read_question
from indagate.cells.grammar.vocabulary import View
from indagate.cells.name import quoted
from indagate.cells.opening import Tables
from indagate.cells.table import Table, is_dated

MOST_VALUES = 2_000
"""Different values of a column up to which they are words that a question may use."""


_seen: WeakKeyDictionary[Tables, tuple[tuple[Table, ...], tuple[View, ...]]] = WeakKeyDictionary()


def read(words: str, tables: Tables, today: date | None = None) -> Sql | NotUnderstood:
    """Return a plain question as a query, or what was not understood; "last week" is seen from `today`.

    Raises `InputError` or `TimedOut` where the tables cannot be asked for their values.
    """
    day = today or date.today()
    return read_question(words, views(tables, day), day)


async def answer(question: str, tables: Tables, today: date | None = None) -> Cells | NotUnderstood:
    """Return the cells of a plain question, or what was not understood. Raises as `query`."""
    return await asyncio.to_thread(answer_now, question, tables, today)


def answer_now(question: str, tables: Tables, today: date | None = None) -> Cells | NotUnderstood:
    """Answer a plain question, for callers in a thread. Raises as `query`."""
    found = read(question, tables, today)
    return found if isinstance(found, NotUnderstood) else query_now(found.text, tables)


def views(tables: Tables, today: date) -> tuple[View, ...]:
    """Return the tables with the values that name things and the days that they span; asked once a set of tables."""
    seen = _seen.get(tables)
    if seen is None or seen[0] is not tables.tables:
        seen = tables.tables, tuple(_view(tables, table) for table in tables.tables if not table.long_of)
        _seen[tables] = seen
    return tuple(replace(view, today=today) for view in seen[1])


def _view(tables: Tables, table: Table) -> View:
    columns = [
        column.name for column in table.columns
        if column.kind in ("category", "code", "id") and column.type != "BOOLEAN" and column.distinct <= MOST_VALUES
    ]  # fmt: skip
    statements = [
        f"SELECT DISTINCT {quoted(name)} FROM {quoted(table.name)} WHERE {quoted(name)} IS NOT NULL ORDER BY 1"
        for name in columns
    ]
    dated = table.date and is_dated(table.column(table.date).type)
    if dated:
        name = quoted(table.date)
        statements.append(f"SELECT min({name})::DATE, max({name})::DATE FROM {quoted(table.name)}")
    answers = tables.ask(statements) if statements else []
    values = {name: tuple(row[0] for row in found.rows) for name, found in zip(columns, answers, strict=False)}
    first, last = answers[-1].rows[0] if dated else (None, None)
    days = [date.fromisoformat(str(day)) if day is not None else None for day in (first, last)]
    return View(table, values, days[0], days[1])
