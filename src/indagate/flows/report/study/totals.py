"""Totals among measures that stand side by side: they are the sums of others, and are ranked with none of them."""

from __future__ import annotations

from collections.abc import Sequence

from indagate.cells.name import quoted
from indagate.flows.report.analysis.total import totals_of
from indagate.flows.report.layout import Layout, Measure
from indagate.flows.report.study.sheet import Sheet, shown_time

LEAST = 2
"""Measures that must be left to be ranked."""


def split_totals(sheet: Sheet, look: Layout, measures: Sequence[Measure]) -> tuple[list[Measure], list[Measure]]:
    """Return the measures that are no sums of others, and those that are; all and none where too few would be left."""
    columns = ", ".join(f"{look.combined(one)} AS {quoted(one.name)}" for one in measures)
    query = sheet.ask(
        f"SELECT {shown_time(look)} AS x, {columns} FROM {look.source} WHERE {quoted(look.time)} IS NOT NULL "
        "GROUP BY 1 ORDER BY 1"
    )
    whole = [row[1:] for row in sheet.rows[query].rows if all(isinstance(one, int | float) for one in row[1:])]
    held = {one.name: [float(row[at] or 0) for row in whole] for at, one in enumerate(measures)}
    totals = totals_of(held)
    parts = [one for one in measures if one.name not in totals]
    if len(parts) < LEAST:
        return list(measures), []
    return parts, [one for one in measures if one.name in totals]
