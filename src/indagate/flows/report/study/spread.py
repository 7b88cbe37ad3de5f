"""How values spread, and which stand apart."""

from __future__ import annotations

from indagate.cells.name import quoted
from indagate.flows.report import figuring
from indagate.flows.report.layout import Layout
from indagate.flows.report.study.sheet import ROWS, Sheet, picked
from indagate.tools.tables.table import Catalog


def distribution(sheet: Sheet) -> None:
    """Describe how the values of each measure spread, and which stand apart."""
    for look in sheet.looks.values():
        named = next((group.name for group in look.groups if group.count > 0.5 * look.rows), "")
        name_column = named or _naming(sheet.job.catalog, look)
        for measure in [one for one in sheet.wanted(look) if not one.counted]:
            value = quoted(measure.name)
            named_too = f", CAST({quoted(name_column)} AS VARCHAR) AS name" if name_column else ""
            order = "1, 2" if named_too else "1"
            sql = f"SELECT {value} AS value{named_too} FROM {look.source} WHERE {value} IS NOT NULL ORDER BY {order}"
            if look.rows > ROWS:
                sql = picked(sql, "value, name" if named_too else "value", look.rows)
            query = sheet.ask(sql)
            figure = f"{look.table}-{measure.name}-spread"
            name, found = sheet.do("quantiles", query, measure.unit)
            if not found.numbers:
                continue
            sheet.charts[figure] = figuring.spread_figure(figure, sheet.rows[query], measure, look, sheet.job.language)
            sheet.find(
                "distribution", look, measure.heading, name, 0.5, value=found.numbers["q50"], unit=measure.unit,
                figure=figure,
            )  # fmt: skip
            name, odd = sheet.do("outliers", query, measure.unit)
            if odd.numbers.get("count"):
                sheet.find(
                    "outlier", look, measure.heading, name, min(1.0, odd.numbers["distance1"] / 12), tail=odd.tail,
                    group=odd.labels.get("name1", ""), value=odd.numbers["value1"], unit=measure.unit,
                    figure=figure,
                )  # fmt: skip


def _naming(catalog: Catalog, look: Layout) -> str:
    """Return the column that names the rows of a table, if one does."""
    table = catalog.table(look.table)
    if look.source != quoted(look.table):
        return ""
    for column in table.columns:
        if column.kind == "text" and column.distinct > 0.9 * table.rows:
            return column.name
    return ""
