"""What goes together: over time with a lag, or over rows and groups."""

from __future__ import annotations

from itertools import combinations

from indagate.cells.name import quoted
from indagate.errors import InputError
from indagate.flows.report import figuring
from indagate.flows.report.analysis.relation import is_reversed
from indagate.flows.report.files import FindingKind
from indagate.flows.report.layout import NAMED, Group, Layout, Measure, relevance
from indagate.flows.report.mention import place_of
from indagate.flows.report.study.groups import KINDS, SAMPLE
from indagate.flows.report.study.sheet import ROWS, Sheet, given, picked, shown_time
from indagate.flows.report.wish import named_aspects, wish_of
from indagate.tools.tables.table import Cell, Rows

PAIRS = 45
LANDS = 10
"""Groups of a panel from which on their means are set against each other."""
SAME = 0.95
"""A correlation above which two measures tell the same, as a radius and an area do."""
ASKED_PAIRS = 6
"""Pairs of which it is told how they go together, however loosely."""
WEAK = 0.3
"""Below it a correlation explains less than a tenth, and is not worth a reader's time however sure it is."""


def relate(sheet: Sheet) -> None:
    """Look for measures that go together: over time with a lag, or over rows and groups."""
    series: list[tuple[Layout, Measure]] = []
    told: set[tuple[str, frozenset[str]]] = set()
    for look in sheet.looks.values():
        if look.time and (look.one_row_a_time or len(sheet.looks) > 1):
            series += [(look, measure) for measure in _measured(sheet, look)]
        elif not look.one_row_a_time and (look.panel is not None or _asked(sheet)):
            for one, other in list(combinations(_measured(sheet, look), 2))[:PAIRS]:
                if _one_correlation(sheet, look, one, other):
                    told.add((look.table, frozenset((one.name, other.name))))
    for (look, one), (beside, other) in list(combinations(series, 2))[: 2 * PAIRS]:
        if len(sheet.looks) == 1 or look is not beside:
            _one_lead(sheet, look, one, beside, other)
    if "relate" in named_aspects(sheet.job.query) or (len(sheet.looks) > 1 and not sheet.found_any):
        for (look, one), (beside, other) in _asked_pairs(sheet):
            if (look.table, frozenset((one.name, other.name))) not in told:
                _one_relation(sheet, look, one, beside, other)


def _asked(sheet: Sheet) -> bool:
    """Whether a query asks what goes together, or asks of nothing else."""
    return "relate" in named_aspects(sheet.job.query) or not wish_of(sheet.job.query).difference


def _measured(sheet: Sheet, look: Layout) -> list[Measure]:
    return [one for one in sheet.wanted(look) if not one.counted]


def _asked_pairs(sheet: Sheet) -> list[tuple[tuple[Layout, Measure], tuple[Layout, Measure]]]:
    """Return the pairs of measures of which the query asks how they go together: those that it names, else all."""
    known = [(look, one) for look in sheet.looks.values() for one in _measured(sheet, look)]
    named = [(look, one) for look, one in known if relevance(one.title, sheet.job.query) >= NAMED]
    pairs = list(combinations(named, 2)) if len(named) > 1 else []
    if len(named) == 1:
        pairs = [(named[0], other) for other in known if other != named[0]]
    return [(one, other) for one, other in pairs or combinations(known, 2) if _joinable(one[0], other[0])][:ASKED_PAIRS]


def _joinable(look: Layout, beside: Layout) -> bool:
    """Whether values of two tables stand side by side: in the rows of one, or at the times of two."""
    return look is beside or bool(look.time and beside.time)


def _one_relation(sheet: Sheet, look: Layout, one: Measure, beside: Layout, other: Measure) -> None:
    """Say how closely two measures go together, however loosely."""
    options: dict[str, Cell] = {}
    if look is beside and not look.one_row_a_time:
        sql = _pair_query(look, one, other)
    else:
        sql = _joined_query(look, one, beside, other)
        options["order"] = "time"
    try:
        query = sheet.ask(sql)
    except InputError:  # times of two kinds cannot be joined
        return
    name, found = sheet.do("relation", query, "", **options)
    if found.numbers:
        strength, figure = found.numbers["coefficient"], f"pair-{look.table}-{one.name}-{other.name}"
        rows, last = sheet.rows[query], len(sheet.rows[query].columns) - 1
        files = look.file if look is beside else f"{look.file}, {beside.file}"
        drawn = figuring.scatter(figure, rows, one, other, files, (last - 1, last), sheet.job.language)
        if found.numbers["low"] > 0 or found.numbers["high"] < 0:
            sheet.charts.setdefault(figure, drawn)
        else:
            figure = ""  # what chance may give is told and not drawn
        sheet.find(
            "relation", look, one.heading, name, abs(strength), partner=other.heading, rising=strength > 0,
            value=strength, figure=figure,
        )  # fmt: skip


def _one_lead(sheet: Sheet, look: Layout, one: Measure, beside: Layout, other: Measure) -> None:
    sql = _joined_query(look, one, beside, other)
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


def _one_correlation(sheet: Sheet, look: Layout, one: Measure, other: Measure) -> bool:
    """See how two measures go together over rows or groups; whether that is close enough to be told as a finding."""
    if place_of(one.title, sheet.job.query) < place_of(other.title, sheet.job.query):
        one, other = other, one  # what the query names first is told as what depends on the other
    panel, options = look.panel, dict[str, Cell]()
    kind = _kind(sheet, look, one, other)
    if panel is not None and panel.count >= LANDS:
        options["over"] = panel.title
    elif kind is not None:
        options["kind"] = kind.title
    query = sheet.ask(_pair_query(look, one, other, kind))
    name, found = sheet.do("correlation", query, "", **options)
    if found.tail is None or abs(found.numbers["spearman"]) < WEAK:
        return False
    asked = "relate" in named_aspects(sheet.job.query)
    turned = is_reversed(found.numbers["spearman"], found.numbers.get("within", 0.0))
    if not asked and (turned or abs(found.numbers["spearman"]) > SAME):
        return False  # what holds only of a mixture, or one thing measured twice, is told but to who asks
    strength, figure = found.numbers["spearman"], f"pair-{look.table}-{one.name}-{other.name}"
    drawn = figuring.scatter(figure, sheet.rows[query], one, other, look.file, (0, 1), sheet.job.language)
    sheet.charts[figure] = drawn
    sheet.find(
        "correlation", look, one.heading, name, abs(strength), tail=found.tail, partner=other.heading,
        rising=strength > 0, value=strength, figure=figure,
    )  # fmt: skip
    return True


def _joined_query(look: Layout, one: Measure, beside: Layout, other: Measure) -> str:
    """Return the SQL of two measures side by side at each time that both have."""
    if look is beside:
        return (
            f"SELECT {shown_time(look)} AS x, {look.combined(one)} AS one, {look.combined(other)} AS other "
            f"FROM {look.source} WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1 ORDER BY 1"
        )
    left, right = _plain_series(look, one), _plain_series(beside, other)
    return f"SELECT a.x, a.y AS one, b.y AS other FROM ({left}) a JOIN ({right}) b ON a.x = b.x ORDER BY 1"


def _kind(sheet: Sheet, look: Layout, one: Measure, other: Measure) -> Group | None:
    """Return what divides a sample into kinds, within which a correlation may be another one."""
    if look.panel is not None or look.one_row_a_time:
        return None
    kinds = (group for group in look.dividing(sheet.job.query) if group.name not in (one.name, other.name))
    return next((group for group in kinds if group.count <= KINDS and group.count * SAMPLE <= look.rows), None)


def _pair_query(look: Layout, one: Measure, other: Measure, kind: Group | None = None) -> str:
    """Return the SQL of two measures side by side: in each row, with its kind, or of each of many groups."""
    a, b, panel = quoted(one.name), quoted(other.name), look.panel
    where = f"{a} IS NOT NULL AND {b} IS NOT NULL"
    if panel is not None and panel.count >= LANDS:
        return (
            f"SELECT avg({a}) AS one, avg({b}) AS other FROM {look.source} WHERE {where} "
            f"GROUP BY {quoted(panel.name)} ORDER BY {quoted(panel.name)}"
        )
    named = f", CAST({quoted(kind.name)} AS VARCHAR) AS kind" if kind else ""
    where += f" AND {given(kind)}" if kind else ""
    columns = "one, other, kind" if kind else "one, other"
    sql = f"SELECT {a} AS one, {b} AS other{named} FROM {look.source} WHERE {where} ORDER BY ALL"
    return picked(sql, columns, look.rows) if look.rows > ROWS else sql


def _plain_series(look: Layout, measure: Measure) -> str:
    return (
        f"SELECT {shown_time(look)} AS x, {look.combined(measure)} AS y FROM {look.source} "
        f"WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1"
    )
