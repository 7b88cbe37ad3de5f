"""Where a report's numbers come from, in words: files with rows, period and columns, and units that they do not say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from indagate.flows.report import remote
from indagate.flows.report.files import Cited, Finding, Language, Result
from indagate.flows.report.gallery import periods
from indagate.flows.report.layout import layouts
from indagate.flows.report.review import Found
from indagate.flows.report.speech import counted, day
from indagate.flows.report.text import Citations, Claim
from indagate.tools.series import HeldSeries
from indagate.tools.tables.table import Catalog, DataFile, Table

MOST = 8
"""Columns that are named of a file, and measures without a unit."""
_SAID = re.compile(
    r"\(.+\)$|\b(per (gallon|litre|liter|hour|mile|cent|thousand)|percent|pct|index|score|rating|ratio|rank|grade|log|"
    r"population|people|persons|count|number|deaths|births|cases|visitors|visits|employees|passengers|orders|customers|"
    r"cylinders|doors|rooms|pieces|units|sunspots|votes|points|age|years?|months?|weeks?|days|hours|minutes|seconds|"
    r"pH|miles|kilometres|km|metres|feet|inches|kg|grams|tons|tonnes|pounds|litres|gallons|dollars|usd|euros?|eur|rub|"
    r"процент\w*|индекс\w*|балл\w*|числ\w*|количеств\w*|(?<!душу )населени\w*|рубл\w*|км|кг|лет|дней)\b",
    re.I,
)
"""Names that say what is counted or measured in: no unit has to be stated beside them."""


def citations(
    data: Catalog, found: Found, results: Sequence[Result], language: Language, series: Mapping[str, HeldSeries],
    today: str,
) -> Citations:  # fmt: skip
    """Return the sources: files of tables, each with what was read of it and when; then what was cited from documents.

    `series` are those of remote sources by their files' names, `today` is ISO.
    """
    known: dict[str, Cited] = {}
    times = periods(results, language)
    tables: dict[str, list[Table]] = {}
    for table in data.tables:
        tables.setdefault(table.file, []).append(table)
    for place, file in enumerate((file for file in data.files if file.label in tables), 1):
        told = [_rows(tables[file.label], language), times.get(_stem(file.label), "")]
        held = series.get(file.label)
        when = held.fetched_at[:10] if held else today
        told += [_used(file, tables[file.label], found.findings, language), *_read(file, language, when)]
        told += remote.told(held, language) if held else ()
        where = held.url if held else file.label
        known[f"t{place}"] = Cited(f"t{place}", file.label, where, file.sha256, "", "; ".join(filter(None, told)))
    for result in results:
        for source in result.sources:
            known.setdefault(source.id, source)
    return Citations(tuple(known.values()))


def _rows(tables: Sequence[Table], language: Language) -> str:
    """Say how many rows a file has, in how many tables if there are several."""
    rows = counted(sum(one.rows for one in tables), language, ("row", "rows"), ("строка", "строки", "строк"))
    if len(tables) < 2:
        return rows
    sheets = counted(len(tables), language, ("table", "tables"), ("таблица", "таблицы", "таблиц"))
    return f"{sheets}, {rows}"


def _used(file: DataFile, tables: Sequence[Table], findings: Iterable[Finding], language: Language) -> str:
    """Name the columns of a file from which the report tells something, as they are headed there."""
    headings = [column.heading for table in tables for column in table.columns]
    named = {name for one in findings if one.table == _stem(file.label) for name in (one.column, one.partner)}
    used = [heading for heading in dict.fromkeys(headings) if heading in named]
    if not used:
        return ""
    more = len(used) - MOST
    word = "использованы столбцы" if language == "ru" else "columns used"
    rest = f" и ещё {more}" if language == "ru" else f" and {more} more"
    return f"{word}: {', '.join(used[:MOST])}{rest if more > 0 else ''}"


def _read(file: DataFile, language: Language, today: str) -> tuple[str, str]:
    """Say when a file was read, how large it was, and by which sum it is known again."""
    when = f"прочитано {day(today, language)} года" if language == "ru" else f"read on {day(today, language)}"
    size = counted(file.size, language, ("byte", "bytes"), ("байт", "байта", "байт"))
    return when, f"{size}, sha256 {file.sha256[:12]}"


def _stem(file: str) -> str:
    return file.rpartition("/")[2].rpartition(".")[0]


def unitless(data: Catalog, found: Found, language: Language) -> tuple[Claim, ...]:
    """Return the remark on measures whose unit neither a heading, a cell nor their name says, where some are told."""
    told = {(one.table, name) for one in found.findings for name in (one.column, one.partner) if not one.unit}
    bare: dict[str, None] = {}
    for look in layouts(data, language):
        for measure in look.measures:
            name = re.sub(r"[_.]+", " ", measure.heading)
            bare_one = not measure.unit and not _SAID.search(f"{measure.title} {name}")
            if bare_one and (_stem(look.file), measure.heading) in told:
                bare.setdefault(found.names.get((_stem(look.file), measure.heading), measure.title))
    if not bare:
        return ()
    listed, more = ", ".join(list(bare)[:MOST]), len(bare) > MOST
    if language == "ru":
        rest = " и другие" if more else ""
        return (Claim(f"Единица измерения в данных не указана: {listed}{rest}. Числа приведены так, как записаны."),)
    rest = " and others" if more else ""
    return (Claim(f"The data do not say in which unit these are: {listed}{rest}. Their figures stand as recorded."),)
