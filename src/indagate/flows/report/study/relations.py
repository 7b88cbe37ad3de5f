"""What goes together: over time with a lag, or over rows and groups."""

from __future__ import annotations

from itertools import combinations

from indagate.errors import InputError
from indagate.flows.report import figuring
from indagate.flows.report.files import FindingKind
from indagate.flows.report.layout import Layout, Measure
from indagate.flows.report.study.sheet import ROWS, Sheet, picked, shown_time
from indagate.tools.tables.name import quoted
from indagate.tools.tables.table import Rows

PAIRS = 45
WEAK = 0.3
"""Below it a correlation explains less than a tenth, and is not worth a reader's time however sure it is."""


def relate(sheet: Sheet) -> None:
    """Look for measures that go together: over time with a lag, or over rows and groups."""
    series: list[tuple[Layout, Measure]] = []
    for look in sheet.looks.values():
        if look.time and (look.one_row_a_time or len(sheet.looks) > 1):
            series += [(look, measure) for measure in sheet.wanted(look)]
        elif not look.one_row_a_time:
            for one, other in list(combinations(sheet.wanted(look), 2))[:PAIRS]:
                _one_correlation(sheet, look, one, other)
    for (look, one), (beside, other) in list(combinations(series, 2))[: 2 * PAIRS]:
        if len(sheet.looks) == 1 or look is not beside:
            _one_lead(sheet, look, one, beside, other)


def _one_lead(sheet: Sheet, look: Layout, one: Measure, beside: Layout, other: Measure) -> None:
    if look is beside:
        sql = (
            f"SELECT {shown_time(look)} AS x, {look.combined(one)} AS one, {look.combined(other)} AS other "
            f"FROM {look.source} WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1 ORDER BY 1"
        )
    else:
        left, right = _plain_series(look, one), _plain_series(beside, other)
        sql = f"SELECT a.x, a.y AS one, b.y AS other FROM ({left}) a JOIN ({right}) b ON a.x = b.x ORDER BY 1"
    try:
        query = sheet.ask(sql)
    except InputError:  # times of two kinds cannot be joined
        return
    name, found = sheet.do("lead", query, most=10)
    if found.tail is None:
        return
    lag, strength = int(found.numbers["lag"]), found.numbers["correlation"]
    if abs(strength) < WEAK:
        return
    if abs(strength) > 0.999:
        sheet.notes.append(f"{one.title} and {other.title} move as one")
    first, second, at = (one, other, lag) if lag >= 0 else (other, one, -lag)
    near = look if lag >= 0 else beside
    partner = second.heading
    kind: FindingKind = "lead_lag" if lag else "correlation"
    figure = f"pair-{near.table}-{first.name}-{second.name}"
    files = look.file if look.file == beside.file else f"{look.file}, {beside.file}"
    rows, order = sheet.rows[query], (1, 2) if lag >= 0 else (2, 1)
    swapped = Rows(rows.columns, tuple((row[0], row[order[0]], row[order[1]]) for row in rows.rows))
    sheet.charts[figure] = figuring.side_by_side(figure, swapped, first, second, files, sheet.job.language)
    sheet.find(
        kind, near, first.heading, name, abs(strength), tail=found.tail, partner=partner, rising=strength > 0,
        lag=at, value=strength, figure=figure,
    )  # fmt: skip


def _one_correlation(sheet: Sheet, look: Layout, one: Measure, other: Measure) -> None:
    a, b, panel = quoted(one.name), quoted(other.name), look.panel
    where = f"{a} IS NOT NULL AND {b} IS NOT NULL"
    if panel is not None and panel.count >= 10:
        sql = (
            f"SELECT avg({a}) AS one, avg({b}) AS other FROM {look.source} WHERE {where} "
            f"GROUP BY {quoted(panel.name)} ORDER BY {quoted(panel.name)}"
        )
    else:
        sql = f"SELECT {a} AS one, {b} AS other FROM {look.source} WHERE {where} ORDER BY 1, 2"
        if look.rows > ROWS:
            sql = picked(sql, "one, other", look.rows)
    query = sheet.ask(sql)
    name, found = sheet.do("correlation", query)
    if found.tail is None or abs(found.numbers["spearman"]) < WEAK:
        return
    strength, figure = found.numbers["spearman"], f"pair-{look.table}-{one.name}-{other.name}"
    drawn = figuring.scatter(figure, sheet.rows[query], one, other, look.file, (0, 1), sheet.job.language)
    sheet.charts[figure] = drawn
    sheet.find(
        "correlation", look, one.heading, name, abs(strength), tail=found.tail, partner=other.heading,
        rising=strength > 0, value=strength, figure=figure,
    )  # fmt: skip


def _plain_series(look: Layout, measure: Measure) -> str:
    return (
        f"SELECT {shown_time(look)} AS x, {look.combined(measure)} AS y FROM {look.source} "
        f"WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1"
    )
