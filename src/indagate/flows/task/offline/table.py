"""Questions to tables: which table, which figure of which column, of which rows; asked in SQL."""

from __future__ import annotations

import re
from typing import Any

from indagate.evidence.vocabulary import vocabulary
from indagate.flows.task.ask import Thinking, ThinkQuestion
from indagate.flows.task.offline.goal import Goal
from indagate.flows.task.offline.intent import Intent, intent_of
from indagate.flows.task.offline.move import resign, result_of, seen_of, use
from indagate.flows.task.offline.reading import COUNTED, WORTH, Reading, read, worth
from indagate.flows.task.offline.schema import (
    NUMERIC,
    Column,
    Sheet,
    alike,
    form_of,
    read_schema,
    values_query,
    words_of,
)
from indagate.flows.task.offline.spare import FIRST, GREW
from indagate.flows.task.offline.wording import number

_SOLD = re.compile(r"\b(?:sold|sells?|bought|verkauf\w+|прода(?:но|ли|н|ны|[её]тся|ются))\b", re.IGNORECASE)
_HEIGHT = re.compile(
    r"\b(?:highest|lowest|largest|smallest|biggest|greatest|maximum|minimum|höchste\w*|niedrigste\w*|größte\w*|"
    r"kleinste\w*|наибольш\w+|наименьш\w+|максимальн\w+|минимальн\w+)\s+(\w+)",
    re.IGNORECASE,
)
_MONTHLY = frozenset(vocabulary("month monat monate месяц месяце месяца"))
_WHEN = re.compile(
    r"\b(?:when|what date|which date|which day|wann|welchem tag|welches datum|когда|какого числа|какой день|"
    r"какую дату)\b",
    re.IGNORECASE,
)
_BEYOND = re.compile(
    r"\b(?:excluding|except|apart from|other than|außer|ausgenommen|кроме|за исключением|"
    r"(?:second|third|zweit|dritt)[- ]?(?:highest|lowest|largest|smallest|most|höchste\w*|größte\w*|kleinste\w*)|"
    r"(?:втор|трет)\w+ по)\b",
    re.IGNORECASE,
)
"""What no query made here does: to leave values out, to take the second in a row."""
_DAYS = frozenset(vocabulary("days tage tagen дней дня"))
_AGGREGATES = {
    "avg": "avg({c})", "sum": "sum({c})", "max": "max({c})", "min": "min({c})", "median": "median({c})",
    "stddev": "stddev_samp({c})", "range": "max({c}) - min({c})",
}  # fmt: skip


def step(goal: Goal, asked: ThinkQuestion) -> Thinking | None:
    """Return the next step towards what tables can answer; `not_found` where they cannot."""
    listed = seen_of(asked, "list_tables", {})
    if listed is None:
        return use("First see what tables there are.", "list_tables")
    catalog = result_of(listed)
    if catalog is None or not catalog["tables"]:
        return resign("not_found", f"there is no table to be asked: {listed.text[:300]}")
    query = values_query(catalog)
    values = seen_of(asked, "query_tables", {"sql": query}) if query else None
    if query and values is None:
        return use("See which values the columns of words have.", "query_tables", sql=query)
    sheets = read_schema(catalog, result_of(values) if values else None)
    sql = sql_of(goal, sheets)
    if not sql:
        return resign("not_found", "the tables have no column or value for what is asked")
    seen = seen_of(asked, "query_tables", {"sql": sql})
    if seen is None:
        return use("This query answers it.", "query_tables", sql=sql)
    return _told(result_of(seen), seen.text, sql)


def _told(found: Any, text: str, sql: str) -> Thinking:
    if not found:
        return resign("not_found", f"the tables could not be asked: {text[:300]}")
    rows = [row for row in found["rows"] if any(value is not None for value in row)]
    if not rows:
        return resign("not_found", "no row of the tables is meant")
    first = rows[0]
    shown = ", ".join(number(row[0]) for row in rows) if len(first) == 1 else number(first[0])
    if len(first) > 1:
        ties = [number(row[0]) for row in rows[1:] if row[1] == first[1]][:5]
        shown = f"{', '.join([shown, *ties])} ({number(first[1])})"
    return Thinking("The tables say it.", answer=f"{shown}\n\n`{sql}`")


def sql_of(goal: Goal, sheets: tuple[Sheet, ...]) -> str:
    """Return the query that answers a goal, or nothing if the tables have no words for it."""
    if _BEYOND.search(goal.plain):
        return ""
    wanted = intent_of(goal)
    readings = sorted((read(goal, sheet) for sheet in sheets), key=lambda one: -one.score)
    for reading in readings:
        sql = _select(goal, wanted, reading)
        if sql and not reading.left:
            return sql
    return ""


def _select(goal: Goal, wanted: Intent, reading: Reading) -> str:
    sheet = reading.sheet
    where = f" WHERE {' AND '.join(reading.where)}" if reading.where else ""
    words = words_of(goal.plain)
    measures = [column for column in reading.named if column.kind in NUMERIC and column.grain != "year"]
    groups = [column for column in reading.named if column not in measures]
    measure = measures[0].sql if measures else ""
    if not measure and any(word in WORTH for word in words):
        measure = worth(sheet)
    if wanted.figure == "corr" and len(measures) > 1:
        return f"SELECT corr({measures[0].sql}, {measures[1].sql}) FROM {sheet.sql}{where}"
    dated = next((c for c in sheet.columns if c.kind in ("date", "moment")), None)
    if wanted.which and wanted.order and wanted.figure in ("", "avg", "sum", "value"):
        if dated and _MONTHLY.intersection(words):
            label = f"strftime({dated.sql}, '%Y-%m')"
        elif dated and _WHEN.search(goal.text) and not [c for c in groups if c.kind == "text"]:
            label = dated.sql
            groups = [dated]
        else:
            label = groups[0].sql if groups else ""
        if label:
            measure = measure or _sold(goal, sheet)
            if not measure and _ranks_text(goal, label, groups):
                return ""
            return _superlative(wanted, reading, where, measure, label, groups)
        if not measure:
            return ""
        figure = "max" if wanted.order == "DESC" else "min"
        return f"SELECT {figure}({measure}) FROM {sheet.sql}{where}"
    if wanted.figure in ("value", "", "max", "min") and not measure and dated and (first := FIRST.search(goal.text)):
        return f"SELECT {'max' if first['last'] else 'min'}({dated.sql}) FROM {sheet.sql}{where}"
    if measure and GREW.search(goal.text) and (grown := _growth(goal, reading, measure)):
        return grown
    if wanted.per and len(measures) > 1:
        of = next((c for c in measures if any(alike(wanted.per, word) for word in c.words)), None)
        if of is not None:
            what = next(c for c in measures if c is not of)
            known = " AND ".join([*reading.where, f"{what.sql} IS NOT NULL", f"{of.sql} IS NOT NULL"])
            return f"SELECT sum({what.sql}) / sum({of.sql}) FROM {sheet.sql} WHERE {known}"
    if wanted.per and not reading.own and wanted.figure != "share":
        return ""
    if wanted.per and measure and reading.own and wanted.figure not in ("count", "share"):
        return f"SELECT avg({measure}) FROM {sheet.sql}{where}"
    if wanted.figure == "share":
        return _share(reading)
    if wanted.figure == "distinct" and reading.named:
        return f"SELECT count(DISTINCT {reading.named[0].sql}) FROM {sheet.sql}{where}"
    if wanted.figure == "missing" and reading.named:
        return f"SELECT count(*) FROM {sheet.sql} WHERE {reading.named[0].sql} IS NULL"
    if wanted.figure == "count":
        if measure and dated and _DAYS.intersection(words) and measures[0].name not in where:
            return f"SELECT count(*) FROM {sheet.sql} WHERE {' AND '.join([*reading.where, f'{measure} > 0'])}"
        if not measure and not reading.own and (sold := _sold(goal, sheet)):
            return f"SELECT sum({sold}) FROM {sheet.sql}{where}"
        if measure and not reading.own and not _compared(reading, measures):
            return f"SELECT sum({measure}) FROM {sheet.sql}{where}"
        rows = reading.own or bool(groups) or bool(reading.where)
        return f"SELECT count(*) FROM {sheet.sql}{where}" if rows else ""
    if wanted.figure in _AGGREGATES and measure:
        return f"SELECT {_AGGREGATES[wanted.figure].format(c=measure)} FROM {sheet.sql}{where}"
    if wanted.figure in ("max", "min") and groups and groups[0].kind in ("date", "moment"):
        return f"SELECT {wanted.figure}({groups[0].sql}) FROM {sheet.sql}{where}"
    if wanted.figure in ("value", "") and measure and where:
        return f"SELECT sum({measure}) FROM {sheet.sql}{where}"
    if groups and where:
        free = [c for c in groups if c.sql not in where] or groups
        asked = next((c for c in free if c.kind in ("date", "moment")), None) if _WHEN.search(goal.text) else None
        return f"SELECT DISTINCT {(asked or free[0]).sql} FROM {sheet.sql}{where} ORDER BY 1 LIMIT 50"
    return ""


def _sold(goal: Goal, sheet: Sheet) -> str:
    """Return the column of quantities where a goal asks what was sold."""
    if not _SOLD.search(goal.text):
        return ""
    counted = (c for c in sheet.columns if c.kind in NUMERIC and any(form_of(w, p) for w in c.words for p in COUNTED))
    found = next(counted, None)
    return found.sql if found else ""


def _compared(reading: Reading, measures: list[Column]) -> bool:
    return any(f"{column.sql} {sign}" in part for column in measures for part in reading.where for sign in "<>")


def _growth(goal: Goal, reading: Reading, measure: str) -> str:
    """Return the query for how much a figure changed between two years."""
    years = re.findall(r"\b(?:19|20)\d\d\b", goal.plain)
    yearly = next((c for c in reading.sheet.columns if c.grain == "year"), None)
    dated = next((c for c in reading.sheet.columns if c.kind in ("date", "moment")), None)
    if len(years) != 2 or (yearly is None and dated is None):
        return ""
    year = yearly.sql if yearly else f"year({dated.sql if dated else ''})"
    first, then = sorted(years)
    parts = [f"sum({measure}) FILTER (WHERE {year} = {one})" for one in (first, then)]
    if re.search(r"percent|%|Prozent|процент", goal.text, re.IGNORECASE):
        return f"SELECT 100.0 * ({parts[1]} - {parts[0]}) / {parts[0]} FROM {reading.sheet.sql}"
    return f"SELECT {parts[1]} - {parts[0]} FROM {reading.sheet.sql}"


def _superlative(wanted: Intent, reading: Reading, where: str, measure: str, label: str, groups: list[Column]) -> str:
    """Return the query for the group, or the row, with the most or least of something."""
    sheet = reading.sheet
    column = next((c for c in groups if c.sql == label), None)
    unique = column is not None and (column.distinct >= sheet.rows or column.grain == "year")
    if measure and unique:
        known = f"{where} AND {measure} IS NOT NULL" if where else f" WHERE {measure} IS NOT NULL"
        return f"SELECT {label}, {measure} FROM {sheet.sql}{known} ORDER BY 2 {wanted.order}, 1 LIMIT 5"
    value = f"{'avg' if wanted.figure == 'avg' else 'sum'}({measure})" if measure else "count(*)"
    known = f"{where} AND {label} IS NOT NULL" if where else f" WHERE {label} IS NOT NULL"
    tail = f"GROUP BY 1 ORDER BY 2 {wanted.order} NULLS LAST, 1 LIMIT 5"
    return f"SELECT {label}, {value} FROM {sheet.sql}{known} {tail}"


def _ranks_text(goal: Goal, label: str, groups: list[Column]) -> bool:
    """Whether the highest or lowest of a column is wanted that holds text: nothing is computed then in its place."""
    found = _HEIGHT.search(goal.text)
    texts = [c for c in groups if c.kind == "text" and c.sql != label]
    return found is not None and any(alike(found[1].lower(), word) for c in texts for word in c.words)


def _share(reading: Reading) -> str:
    if not reading.where:
        return ""
    met = " AND ".join(reading.where)
    return f"SELECT 100.0 * count(*) FILTER (WHERE {met}) / count(*) FROM {reading.sheet.sql}"
