"""The steps of an agent that follows rules and has tables: see what there is, ask one SELECT, say what it gave."""

from __future__ import annotations

import re
from typing import Any

from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.documents.counted import digits_for_words
from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.move import resign, result_of, seen_of, use
from indagate.flows.task.offline.tables.figure import wish_of
from indagate.flows.task.offline.tables.link import link
from indagate.flows.task.offline.tables.linked import Linked
from indagate.flows.task.offline.tables.period import periods_in
from indagate.flows.task.offline.tables.query import Query
from indagate.flows.task.offline.tables.schema import Sheet, read_schema, values_query
from indagate.flows.task.offline.tables.shape import query_of
from indagate.flows.task.offline.wording import left_out, number

SHOWN = 40
"""Groups that an answer lists."""


def step(goal: Goal, asked: ThinkQuestion) -> Thinking | None:
    """Return the next step towards what tables can answer; `not_found` where they cannot."""
    listed = seen_of(asked, "list_tables", {})
    if listed is None:
        return use("First see what tables there are.", "list_tables")
    catalog = result_of(listed)
    if catalog is None or not catalog["tables"]:
        return resign("not_found", f"there is no table to be asked: {_why(catalog) or listed.text[:300]}")
    query = values_query(catalog)
    values = seen_of(asked, "query_tables", {"sql": query}) if query else None
    if query and values is None:
        return use("See which values the columns of words have.", "query_tables", sql=query)
    sheets = read_schema(catalog, result_of(values) if values else None)
    wanted, named = best_query(goal, sheets)
    if wanted is None and named:
        return resign("needs_model", "the tables have the columns, but no rule knows how to ask them this")
    if wanted is None:
        return resign("not_found", "the tables have no column or value for what is asked")
    seen = seen_of(asked, "query_tables", {"sql": wanted.sql})
    if seen is None:
        return use("This query answers it.", "query_tables", sql=wanted.sql)
    return _told(wanted, result_of(seen), seen.text, goal.language)


_IN_TABLE = re.compile(
    r"\s*\b(?:in|from|of|according to) (?:the|this|these|our|my) (?:\w+ )?(?:tables?|data(?: ?sets?)?|"
    r"files?|csv|spreadsheet)\b|"
    r"\s*\b(?:in|aus|laut) (?:der|den|dieser|diesen) (?:tabellen?|daten|datei)\b|\s*\b(?:в|из|"
    r"по) (?:таблиц\w+|данны\w+|файл\w*)|"
    r"\s*\b(?:over|across|in|during|throughout) the (?:whole|entire|full) "
    r"(?:spring|summer|autumn|winter|season|period)\b|"
    r"\s*\b(?:über|in|während) (?:den|die|das|der|dem) (?:ganzen?|gesamten?) "
    r"(?:frühling|sommer|herbst|winter|saison|zeitraum)\b|"
    r"\s*\bза (?:весь|всю|всё|все) (?:весну|лето|осень|зиму|сезон|период)",
    re.IGNORECASE,
)
_COMPOUND = re.compile(
    r"\b(?P<how>Gesamt|Durchschnitts|Höchst|Maximal|Tiefst|Mindest|Minimal)(?=[a-zäöü]{4})", re.IGNORECASE
)
_COMPOUNDS = {"gesamt": "gesamt ", "durchschnitts": "durchschnitt ", "höchst": "höchste ", "maximal": "höchste ",
              "tiefst": "niedrigste ", "mindest": "niedrigste ", "minimal": "niedrigste "}  # fmt: skip


def _why(catalog: Any) -> str:
    """Return what was wrong with the files, as far as they were looked at."""
    notes = (catalog or {}).get("notes", ())
    return "; ".join(f"{note['file']}: {note['text']}" for note in notes[:3])


def plain(text: str) -> str:
    """Return a goal without "in the table", its German compounds of figure and column taken apart."""
    return _COMPOUND.sub(lambda found: _COMPOUNDS[found["how"].casefold()], _IN_TABLE.sub("", text))


def best_query(goal: Goal, sheets: tuple[Sheet, ...]) -> tuple[Query | None, bool]:
    """Return the query that answers a goal, and whether a table has names for all that it asks for."""
    text = plain(digits_for_words(goal.plain))
    periods = periods_in(text)
    rest = text
    for one in periods:
        rest = rest[: one.start] + " " * (one.end - one.start) + rest[one.end :]
    wish = wish_of(rest)
    found: list[tuple[float, Query]] = []
    named = False
    for sheet in sheets:
        linked = link(text, wish, periods, sheet)
        named = named or (not linked.left and bool(linked.mentions or linked.conditions))
        query = query_of(linked)
        if query is not None:
            found.append((_fit(linked), query))
    return (max(found, key=lambda one: one[0])[1] if found else None), named


def _fit(linked: Linked) -> float:
    """Return how well a table fits a goal: what it names of it."""
    direct = sum(2.0 if one.direct else 1.0 for one in linked.mentions)
    return direct + 2 * len(linked.conditions) + 0.5 * bool(linked.own)


def _told(wanted: Query, found: Any, text: str, language: str) -> Thinking:
    if not found:
        return resign("not_found", f"the tables could not be asked: {text[:300]}")
    rows = [row for row in found["rows"] if row[0] is not None]
    if not rows:
        meant = any(value for row in found["rows"] for value in row)
        why = "the rows that are meant are too few for that figure" if meant else "no row of the tables is meant"
        return resign("not_found", why)
    if wanted.kind == "single" and rows[0][1] != 1:
        return resign(
            "needs_model", f"{rows[0][1]} rows are meant, and it does not say which figure of {wanted.what} is wanted"
        )
    note = ""
    if wanted.kind == "value" and found["columns"][-1] == "without_value":
        all_rows, without = rows[0][1], rows[0][2]
        if all_rows == without:
            return resign("not_found", "no row of the tables that is meant has a value")
        note = left_out(int(without), int(all_rows), language) if without else ""
    said = _shown(wanted, rows)
    return Thinking("The tables say it.", answer="\n\n".join([said, *([note] if note else []), f"`{wanted.sql}`"]))


def _shown(wanted: Query, rows: list[Any]) -> str:
    if wanted.kind in ("value", "single"):
        return f"{number(rows[0][0])} %" if wanted.what == "percent" else number(rows[0][0])
    if wanted.kind == "number":
        return ", ".join(number(value) for value in rows[0])
    if wanted.kind == "rank" and wanted.top == 1:
        return f"{', '.join(number(row[0]) for row in rows[:6])} ({number(rows[0][1])})"
    if len(rows[0]) == 1:
        return ", ".join(number(row[0]) for row in rows[:SHOWN])
    more = f"\n… {len(rows) - SHOWN}" if len(rows) > SHOWN else ""
    return "\n".join(f"- {number(row[0])}: {number(row[1])}" for row in rows[:SHOWN]) + more
