"""What there is: rows, times, missing cells, times without a row."""

from __future__ import annotations

from indagate.cells.name import quoted
from indagate.flows.report.layout import Layout
from indagate.flows.report.study.sheet import Sheet, shown_time
from indagate.tools.tables.table import Cell


def overview(sheet: Sheet) -> None:
    """Count rows, times and missing cells."""
    for table in sheet.job.catalog.tables:
        if table.name not in sheet.job.task.tables:
            continue
        look = sheet.looks.get(table.name)
        parts = ["count(*) AS rows"]
        parts += [
            f"count(*) - count({quoted(column.name)}) AS {quoted('missing_' + column.name)}" for column in table.columns
        ]
        if look and look.time:
            time = quoted(look.time)
            told = (("first", f"min({time})"), ("last", f"max({time})"), ("times", f"count(DISTINCT {time})"))
            parts += [f"(SELECT {sql} FROM {look.source}) AS {name}" for name, sql in told]
        query = sheet.ask(f"SELECT {', '.join(parts)} FROM {quoted(table.name)}")
        options: dict[str, Cell] = {"grain": look.grain} if look and look.time else {}
        name, found = sheet.do("cells", query, "", **options)
        bare = look or Layout(table.name, table.title, table.file, table.rows, quoted(table.name), ())
        sheet.find("summary", bare, "", name, 0.5, value=found.numbers.get("rows"))
        for column in table.columns:
            lost = found.numbers.get(f"missing_{column.name}", 0.0)
            if lost and lost < table.rows:
                sheet.find("missing", bare, column.heading, name, lost / table.rows, value=lost, partner=column.name)
        if look and look.time:
            _gaps(sheet, look)


def _gaps(sheet: Sheet, look: Layout) -> None:
    time = quoted(look.time)
    query = sheet.ask(f"SELECT DISTINCT {shown_time(look)} AS x FROM {look.source} WHERE {time} IS NOT NULL ORDER BY 1")
    name, found = sheet.do("absent", query)
    if found.numbers.get("absent"):
        lost = found.numbers["absent"]
        sheet.find(
            "missing", look, look.time_heading, name, lost / found.numbers["expected"], value=lost,
            at=found.labels.get("first", ""), partner="times",
        )  # fmt: skip
