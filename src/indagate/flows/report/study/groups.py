"""How groups differ: ranks, and the parts of a whole."""

from __future__ import annotations

from indagate.flows.report import figuring
from indagate.flows.report.layout import Group, Layout, Measure, relevance
from indagate.flows.report.study.sheet import Sheet
from indagate.tools.tables.name import quoted
from indagate.tools.tables.table import Cell

CLOSE = 1.0
"""Percent by which the first must be ahead of the second for it to lead; less is told only where the query asks."""
NAMED = 0.8
"""How much of what divides the groups the query must name for that."""


def compare(sheet: Sheet) -> None:
    """Rank groups, and see of what parts a whole consists."""
    for look in sheet.looks.values():
        panel = look.panel
        groups = sorted(look.groups, key=lambda group: (group is not panel, abs(group.count - 8)))[:3]
        for measure in sheet.wanted(look)[:8]:
            for group in groups:
                _one_comparison(sheet, look, measure, group)


def _one_comparison(sheet: Sheet, look: Layout, measure: Measure, group: Group) -> None:
    value, where = quoted(measure.name), f"{quoted(group.name)} IS NOT NULL AND {quoted(measure.name)} IS NOT NULL"
    whole, span = measure.additive, ""
    if look.time:
        time = quoted(look.time)
        span = f", min({time}) AS since, max({time}) AS until"
        if look.latest(measure):
            where += f" AND {time} = (SELECT max({time}) FROM {look.source} WHERE {value} IS NOT NULL)"
    query = sheet.ask(
        f"SELECT CAST({quoted(group.name)} AS VARCHAR) AS name, {'sum' if whole else 'avg'}({value}) AS value, "
        f"count(*) AS cells{span} FROM {look.source} WHERE {where} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 400"
    )
    units = {**dict.fromkeys(("first", "second", "last", "middle", "lead"), measure.unit), "ahead": "%"}
    grain: dict[str, Cell] = {"grain": look.grain} if look.time else {}
    name, found = sheet.do("ranking", query, units, **grain)
    close = abs(found.numbers.get("ahead", CLOSE)) < CLOSE
    if not found.numbers or (close and relevance(group.title, sheet.job.query) < NAMED):
        return
    n, rows, language = found.numbers["n"], sheet.rows[query], sheet.job.language
    figure = f"{look.table}-{measure.name}-by-{group.name}"
    sheet.charts[figure] = figuring.bars(figure, rows, measure, group.title, look, language)
    if whole and n <= 60:
        part, parts = sheet.do(
            "shares", query, {"first": "%", "second": "%", "three": "%", "total": measure.unit}, **grain
        )
        if parts.numbers:
            figure = f"{figure}-parts"
            sheet.charts[figure] = figuring.parts(figure, rows, measure, group.title, look, language)
            sheet.find(
                "composition", look, measure.heading, part, parts.numbers["first"] / 100,
                group=parts.labels["first"], partner=group.heading, value=parts.numbers["first"], unit="%",
                figure=figure,
            )  # fmt: skip
    sheet.find(
        "ranking", look, measure.heading, name, min(1.0, found.numbers.get("ahead", 20) / 50),
        group=found.labels["first"], partner=group.heading, value=found.numbers["first"], unit=measure.unit,
        figure=figure,
    )  # fmt: skip
