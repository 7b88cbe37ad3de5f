"""Surveys: the months of the year of each measure, and the courses of all measures of a table side by side."""

from __future__ import annotations

from indagate.cells.name import quoted
from indagate.flows.report import figuring
from indagate.flows.report.layout import Layout, Measure
from indagate.flows.report.study.sheet import Sheet, shown_time
from indagate.flows.report.wish import wish_of

SIDES = 3
"""Measures from which on their courses are told side by side."""


def months(sheet: Sheet, look: Layout, measure: Measure, query: str) -> None:
    """See how a measure differs between the months of the year, where the query asks that."""
    if not wish_of(sheet.job.query).seasons:
        return
    title = f"{measure.title}, {measure.unit}" if measure.unit else measure.title
    name, found = sheet.do("months", query, {"chance": "%"}, title=title)
    if found.numbers:
        figure = calendar(f"{look.table}-{measure.name}")
        sheet.charts[figure] = figuring.months(figure, found.numbers, measure, look, sheet.job.language)
        sheet.find(
            "months", look, measure.heading, name, 0.5, value=found.numbers["apart"], unit=measure.unit, figure=figure
        )


def calendar(figure: str) -> str:
    """Return what the figure of a series by months is called, by what the figure of the series is."""
    return f"{figure}-by-month"


def courses(sheet: Sheet, look: Layout) -> None:
    """See where all measures of a table begin and end, side by side."""
    measures = [one for one in sheet.wanted(look) if not one.counted]
    panel = look.panel
    if len(measures) < SIDES or (panel is not None and look.rows < 0.98 * look.times * panel.count):
        return
    columns = ", ".join(f"{look.combined(one)} AS {quoted(one.title)}" for one in measures)
    query = sheet.ask(
        f"SELECT {shown_time(look)} AS x, {columns} FROM {look.source} WHERE {quoted(look.time)} IS NOT NULL "
        "GROUP BY 1 ORDER BY 1"
    )
    each, held = (
        "\n".join(f"{one.unit}\t{one.scale}" for one in measures),
        sum(not one.counted for one in look.measures),
    )
    name, found = sheet.do("courses", query, "", each=each, held=held)
    if found.numbers:
        sheet.find("courses", look, "", name, 0.5, value=found.numbers["k"])
