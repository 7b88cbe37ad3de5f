"""How groups differ: ranks, the parts of a whole, and the medians of samples."""

from __future__ import annotations

from collections.abc import Mapping

from indagate.cells.name import quoted
from indagate.flows.report import figuring
from indagate.flows.report.layout import Group, Layout, Measure, relevance
from indagate.flows.report.study.sheet import ROWS, Sheet, given, picked
from indagate.flows.report.wish import wish_of
from indagate.tools.tables.table import Cell, Rows

CLOSE = 1.0
"""Percent by which the first must be ahead of the second for it to lead; less is told only where the query asks."""
NAMED = 0.8
"""How much of what divides the groups the query must name for that."""
ONE_SIDED = 0.95
"""The share of one group from which on rows are not worth counting by group."""
LARGE = 20.0
"""Percent of counted rows from which on their largest part is worth telling."""
RANKED = 8
"""Measures by which groups are ranked."""
KINDS = 12
"""Groups up to which a sample is told by its kinds."""
SAMPLE = 8
"""Rows that each kind must have on average."""


def compare(sheet: Sheet) -> None:
    """Rank groups, see of what parts a whole consists, and how samples differ."""
    for look in sheet.looks.values():
        groups = look.dividing(sheet.job.query)[:3]
        any_named = any(_named(one, sheet) for one in groups)
        sampled = look.panel is None and not look.one_row_a_time
        kinds = [one for one in groups if sampled and one.count <= KINDS and one.count * SAMPLE <= look.rows]
        for measure in sheet.wanted(look)[:RANKED]:
            for group in [one for one in groups if not measure.counted or _named(one, sheet) or not any_named]:
                if measure.additive or group not in kinds or not wish_of(sheet.job.query).difference:
                    _one_comparison(sheet, look, measure, group)  # else medians tell it, and better than means
        for group in kinds:
            _contrast(sheet, look, group)


def _named(group: Group, sheet: Sheet) -> bool:
    return relevance(group.title, sheet.job.query) >= NAMED


def _one_sided(rows: Rows) -> bool:
    """Whether nearly all of a sum falls to one group, so that it divides nothing."""
    values = [float(row[1]) for row in rows.rows if isinstance(row[1], int | float)]
    return bool(values) and max(values) >= ONE_SIDED * sum(values)


def _contrast(sheet: Sheet, look: Layout, group: Group) -> None:
    """See in which measures the kinds of a sample differ, and how."""
    measures = [one for one in sheet.wanted(look) if not one.counted and one.name != group.name]
    if len(measures) > 1:
        query = sheet.ask(_rows_of(look, group, {one.title: one for one in measures}))
        name, found = sheet.do("differences", query, "", each="\n".join(one.unit for one in measures))
        if found.tail is not None:
            first = next(one for one in measures if one.title == found.labels["measure1"])
            sheet.find(
                "differences", look, first.heading, name, found.numbers["effect1"], tail=found.tail,
                group=found.labels["highest1"], partner=group.heading, value=found.numbers["effect1"],
                figure=f"{look.table}-{first.name}-in-{group.name}",
            )  # fmt: skip
    for measure in measures:
        query = sheet.ask(_rows_of(look, group, {"value": measure}))
        name, found = sheet.do("difference", query, measure.unit)
        if found.tail is None:
            continue
        figure = f"{look.table}-{measure.name}-in-{group.name}"
        sheet.charts[figure] = figuring.boxes(figure, sheet.rows[query], measure, group.title, look, sheet.job.language)
        sheet.find(
            "difference", look, measure.heading, name, found.numbers["effect"], tail=found.tail,
            group=found.labels["name1"], partner=group.heading, value=found.numbers["effect"], unit=measure.unit,
            figure=figure,
        )  # fmt: skip


def _rows_of(look: Layout, group: Group, measures: Mapping[str, Measure]) -> str:
    """Return the SQL of a group's names with the values of measures, each called as said."""
    named = [quoted(title) for title in measures]
    columns = ", ".join(f"{one.sql} AS {quoted(title)}" for title, one in measures.items())
    sql = f"SELECT CAST({quoted(group.name)} AS VARCHAR) AS name, {columns} FROM {look.source}"
    sql = f"{sql} WHERE {given(group)} ORDER BY ALL"
    return picked(sql, ", ".join(["name", *named]), look.rows) if look.rows > ROWS else sql


def _one_comparison(sheet: Sheet, look: Layout, measure: Measure, group: Group) -> None:
    value, where = measure.sql, f"{given(group)} AND {measure.sql} IS NOT NULL"
    whole, span = measure.additive, ""
    if look.time:
        time = quoted(look.time)
        span = f", min({time}) AS since, max({time}) AS until"
        if look.latest(measure):
            where += f" AND {time} = (SELECT max({time}) FROM {look.source} WHERE {value} IS NOT NULL)"
    unnamed = f"(SELECT count(*) FROM {look.source} WHERE NOT ({given(group)})) AS unnamed"
    query = sheet.ask(
        f"SELECT CAST({quoted(group.name)} AS VARCHAR) AS name, {'sum' if whole else 'avg'}({value}) AS value, "
        f"count(*) AS cells{span}, {unnamed} FROM {look.source} WHERE {where} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 400"
    )
    units = {**dict.fromkeys(("first", "second", "last", "middle", "lead"), measure.unit), "ahead": "%"}
    grain: dict[str, Cell] = {"grain": look.grain} if look.time else {}
    name, found = sheet.do("ranking", query, units, **grain)
    close = abs(found.numbers.get("ahead", CLOSE)) < CLOSE
    named = relevance(group.title, sheet.job.query) >= NAMED
    if not found.numbers or (close and not named) or (measure.counted and not named and _one_sided(sheet.rows[query])):
        return
    if look.panel is group and not whole and len({row[3:5] for row in sheet.rows[query].rows}) > 1:
        return  # means over different times tell of these times
    n, rows, language = found.numbers["n"], sheet.rows[query], sheet.job.language
    figure = f"{look.table}-{measure.name}-by-{group.name}"
    sheet.charts[figure] = figuring.bars(figure, rows, measure, group.title, look, language)
    if whole and n <= 60:
        part, parts = sheet.do(
            "shares", query, {"first": "%", "second": "%", "three": "%", "total": measure.unit}, **grain
        )
        if parts.numbers and not (measure.counted and parts.numbers["first"] < LARGE):
            drawn = ""
            if wish_of(sheet.job.query).shares:  # who is first is better seen by bars
                drawn = f"{figure}-parts"
                sheet.charts[drawn] = figuring.parts(drawn, rows, measure, group.title, look, language)
            sheet.find(
                "composition", look, measure.heading, part, parts.numbers["first"] / 100,
                group=parts.labels["first"], partner=group.heading, value=parts.numbers["first"], unit="%",
                figure=drawn,
            )  # fmt: skip
    sheet.find(
        "ranking", look, measure.heading, name, min(1.0, found.numbers.get("ahead", 20) / 50),
        group=found.labels["first"], partner=group.heading, value=found.numbers["first"], unit=measure.unit,
        figure=figure,
    )  # fmt: skip
