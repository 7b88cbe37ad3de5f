"""Change over time: each measure, all groups together and the largest ones, and what a whole is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from indagate.cells.name import literal, quoted
from indagate.flows.report import figuring
from indagate.flows.report.analysis.season import CYCLES
from indagate.flows.report.figures.word import WORDS
from indagate.flows.report.files import Language, SeriesFile
from indagate.flows.report.layout import Group, Layout, Measure, relevance
from indagate.flows.report.outcome import Outcome
from indagate.flows.report.study import survey
from indagate.flows.report.study.sheet import Sheet, given, shown_time
from indagate.flows.report.study.totals import split_totals
from indagate.flows.report.times import YEARS
from indagate.flows.report.wish import wish_of
from indagate.tools.tables.table import Cell

PARTS = 12
"""Up to so many parts of a whole are followed over time."""
SHIFT = 3.0
"""By so many percentage points a part's share must have moved to be told."""
FAINT = 0.005
"""Below this share of a series' level a seasonal pattern is not worth telling, however regular it is."""
LINES = 6
"""Groups whose growth is drawn as lines, though who grew most is asked: more would hide each other."""
MANY = 30
"""Groups of a panel from which on the largest are no choice: only those that the query names are looked at."""
MANIFOLD = 3.0
"""So many times its lowest value a series must reach for its swings to be told in percent."""
YEAR = 12
"""Months of a year."""
CLEAR = 0.15
"""The share of the variation from which on a cycle is worth telling."""
GROUPS = 6
"""Groups of a panel of which each gets a series of its own."""


def series(sheet: Sheet) -> None:
    """Look at each measure over time: all groups together, and the largest groups."""
    for look in sheet.looks.values():
        if not look.time:
            continue
        panel = look.panel
        whole = panel is None or look.rows >= 0.98 * look.times * panel.count
        _side_by_side(sheet, look)
        survey.courses(sheet, look)
        for measure in [one for one in sheet.wanted(look) if not one.counted]:
            if whole or measure.additive:  # a mean over other groups each time would tell of who is in it
                _one_series(sheet, look, measure, None, "")
            if panel is not None:
                _panel(sheet, look, measure, panel)
                for group in [one for one in look.groups if one is not panel and one.count <= GROUPS][:1]:
                    _panel(sheet, look, measure, group)


def _panel(sheet: Sheet, look: Layout, measure: Measure, panel: Group) -> None:
    """Look at the largest groups one by one, and at which grew most."""
    if measure.additive and panel.count <= PARTS:
        _one_mix(sheet, look, measure, panel)
    before = set(sheet.files)
    relative = measure.scale == "ratio" and _any_manifold(sheet, look, measure, panel)
    for group in _shown_groups(sheet, look, measure, panel):
        _one_series(sheet, look, measure, panel, group, relative=relative)
    whole = len(sheet.files) - len(before) == panel.count
    told = measure, panel.title, look, sheet.job.language
    rows = group_rows(look, measure, panel)
    united = "" if measure.additive or panel is look.panel else "weighted" if look.weight(measure) else "plain"
    name, found, query = _grown(sheet, look, rows, measure, united)
    figure = f"{look.table}-{measure.name}-over-{panel.name}"
    lines = [file for key, file in sheet.files.items() if key not in before]
    if found.numbers and (len(lines) > 1 or panel.count > MANY):
        draw_lines = whole and (len(lines) <= LINES or not wish_of(sheet.job.query).growth)
        drawn = (
            figuring.lines(figure, lines, *told) if draw_lines else figuring.growth(figure, sheet.rows[query], *told)
        )
        sheet.charts[figure] = drawn
        sheet.find(
            "growth", look, measure.heading, name, 0.6, group=found.labels["first"], partner=panel.heading,
            value=found.numbers["first"], unit="%" if measure.scale == "ratio" else measure.unit, figure=figure,
            rising=found.numbers["first"] > 0,
        )  # fmt: skip
    if wish_of(sheet.job.query).evenness and measure.scale == "ratio":
        _steady(sheet, look, rows, measure.heading, panel.heading, figure)


def group_rows(look: Layout, measure: Measure, panel: Group) -> str:
    """Return the SQL of a measure's values (y) of each group (name) at each time (x)."""
    name = quoted(panel.name)
    return (
        f"SELECT CAST({name} AS VARCHAR) AS name, {quoted(look.time)} AS x, {look.combined(measure)} AS y "
        f"FROM {look.source} WHERE {measure.sql} IS NOT NULL AND {quoted(look.time)} IS NOT NULL "
        f"AND {given(panel)} GROUP BY 1, 2"
    )


def column_rows(look: Layout, measures: Sequence[Measure]) -> str:
    """Return the SQL of measures that stand side by side as if each were a group: its name, times (x), values (y)."""
    time = quoted(look.time)
    return " UNION ALL ".join(
        f"SELECT {literal(one.title)} AS name, {time} AS x, CAST({one.sql} AS DOUBLE) AS y FROM {look.source} "
        f"WHERE {one.sql} IS NOT NULL AND {time} IS NOT NULL"
        for one in measures
    )


def _grown(
    sheet: Sheet, look: Layout, rows: str, measure: Measure, united: str = "", *, sums: bool = False
) -> tuple[str, Outcome, str]:
    """Calculate by how much groups grew; the calculation, what it gave, and its query.

    `united` says whether values are means of what is in a group, weighted by people or plain ones. With `sums`
    groups add up, and by how much each grew is told beside the percentage.
    """
    query = sheet.ask(
        f"WITH held AS ({rows}), spans AS (SELECT name, min(x) AS since, max(x) AS until FROM held GROUP BY 1), "
        "common AS (SELECT max(since) AS since, min(until) AS until FROM spans) "
        "SELECT name, arg_min(y, x) AS one, arg_max(y, x) AS other, min(x) AS since, max(x) AS until, "
        "max(y) FILTER (x = common.since) AS start, max(y) FILTER (x = common.until) AS finish, "
        "common.since AS both_since, common.until AS both_until "
        "FROM held, common GROUP BY held.name, common.since, common.until ORDER BY 1"
    )
    ratio = measure.scale == "ratio"
    options: dict[str, Cell] = {"grain": look.grain, "by": "percent" if ratio else "difference"}
    options |= {"united": united} if united else {}
    options |= {"sums": 1, "unit": measure.unit} if sums and ratio else {}
    unit = "%" if ratio else measure.unit
    units = {f"{name}{place}": unit for name in ("change", "common", "partly", "bottom") for place in range(1, 25)}
    units |= {f"{name}{place}": measure.unit for name in ("early", "late", "gain") for place in range(1, 25)}
    units |= {f"yearly{place}": "%" for place in range(1, 25)} | dict.fromkeys(("first", "last", "middle"), unit)
    return *sheet.do("growth", query, units, **options), query


def _steady(sheet: Sheet, look: Layout, rows: str, column: str, partner: str, figure: str) -> None:
    """See which of several groups changed most evenly."""
    name, found = sheet.do("steadiness", sheet.ask(f"{rows} ORDER BY 1, 2"), "%")
    if found.numbers:
        sheet.find(
            "steadiness", look, column, name, 0.6, group=found.labels["name1"], partner=partner,
            value=found.numbers["spread1"], unit="%", figure=figure,
        )  # fmt: skip


def _side_by_side(sheet: Sheet, look: Layout) -> None:
    """See which of several measures of one kind that stand side by side grew most, and how evenly, if that is asked."""
    wish = wish_of(sheet.job.query)
    units = Counter(one.unit for one in look.measures)
    usual = max(units, key=lambda unit: units[unit], default="")
    measures = [one for one in look.measures if one.unit == usual and one.scale == "ratio" and not one.counted]
    if not look.one_row_a_time or len(measures) < survey.SIDES or not (wish.growth or wish.evenness):
        return
    measures, totals = split_totals(sheet, look, measures)
    rows, figure = column_rows(look, measures), f"{look.table}-growth"
    if wish.growth:
        name, found, query = _grown(sheet, look, rows, measures[0], sums=bool(totals))
        if found.numbers:
            titled = replace(measures[0], title=look.title)
            each = "показатель" if sheet.job.language == "ru" else "measure"
            drawn = figuring.growth(figure, sheet.rows[query], titled, each, look, sheet.job.language)
            sheet.charts[figure] = replace(drawn, notes=(*drawn.notes, *_left_out(totals, sheet.job.language)))
            sheet.find(
                "growth", look, "", name, 1.0, group=found.labels["first"], value=found.numbers["first"], unit="%",
                figure=figure, rising=found.numbers["first"] > 0,
            )  # fmt: skip
    if wish.evenness:
        _steady(sheet, look, rows, "", "", figure if wish.growth else "")


def _left_out(totals: Sequence[Measure], language: Language) -> tuple[str, ...]:
    """Return the note that measures which are the sums of others are not ranked."""
    names = ", ".join(one.title for one in totals)
    return (WORDS[language]["sums"].format(names=names),) if totals else ()


def _one_mix(sheet: Sheet, look: Layout, measure: Measure, panel: Group) -> None:
    """See how the shares of a whole have shifted."""
    query = sheet.ask(
        f"SELECT {shown_time(look)} AS x, CAST({quoted(panel.name)} AS VARCHAR) AS name, "
        f"sum({quoted(measure.name)}) AS value FROM {look.source} "
        f"WHERE {quoted(look.time)} IS NOT NULL AND {given(panel)} "
        f"AND {quoted(measure.name)} IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2"
    )
    name, found = sheet.do("mix", query, "%")
    if not found.numbers or max(found.numbers["gain"], -found.numbers["loss"]) < SHIFT:
        return
    figure = f"{look.table}-{measure.name}-mix-of-{panel.name}"
    sheet.charts[figure] = figuring.mix(figure, sheet.rows[query], measure, look, sheet.job.language)
    sheet.find(
        "mix", look, measure.heading, name, min(1.0, found.numbers["gain"] / 25), group=found.labels["gainer"],
        partner=panel.heading, at=found.labels["to"], value=found.numbers["gain"], unit="%", figure=figure,
        rising=True,
    )  # fmt: skip


def _shown_groups(sheet: Sheet, look: Layout, measure: Measure, panel: Group) -> list[str]:
    """Return the groups that get a series: the largest, of very many those that the query names."""
    if panel.count <= MANY:
        return _largest(sheet, look, measure, panel)
    query = sheet.ask(f"SELECT DISTINCT CAST({quoted(panel.name)} AS VARCHAR) FROM {look.source} ORDER BY 1")
    names = [str(row[0]) for row in sheet.rows[query].rows if row[0] is not None]
    return [name for name in names if relevance(name, sheet.job.query) == 1.0][:GROUPS]


def _largest(sheet: Sheet, look: Layout, measure: Measure, panel: Group) -> list[str]:
    query = sheet.ask(
        f"SELECT CAST({quoted(panel.name)} AS VARCHAR) AS name, {look.combined(measure)} AS value "
        f"FROM {look.source} WHERE {given(panel)} AND {quoted(measure.name)} IS NOT NULL "
        f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {GROUPS}"
    )
    return [str(row[0]) for row in sheet.rows[query].rows]


def _one_series(
    sheet: Sheet, look: Layout, measure: Measure, panel: Group | None, group: str, *, relative: bool = False
) -> None:
    """Look at one series; with `relative` its swings are told in percent, as those of the groups beside it."""
    query = _series_query(sheet, look, measure, panel, group)
    if len(sheet.rows[query].rows) < 3:
        return
    unit = measure.unit
    name = f"{look.table}-{measure.name}" + (f"-in-{len(sheet.files) + 1}" if group else "")
    title = f"{measure.title}, {group}" if group else measure.title
    rows = sheet.rows[query].rows
    y = tuple(float(row[1]) if isinstance(row[1], int | float) else None for row in rows)
    sheet.files[name] = SeriesFile(name, title, unit, tuple(row[0] for row in rows), y, query, measure.scale)
    sheet.charts[name] = figuring.series_figure(sheet.files[name], look, sheet.job.language)
    level, told = sheet.do("level", query, unit)
    sheet.find(
        "level", look, measure.heading, level, 0.2 if group else 0.6, group=group, unit=unit, figure=name,
        value=told.numbers.get("percent"), rising=told.numbers["change"] > 0,
    )  # fmt: skip
    if not group:
        survey.months(sheet, look, measure, query)
    _tests(sheet, look, measure, group, query, name)
    _swings(sheet, look, measure, group, query, name, relative or _manifold([v for v in y if v is not None]))


def _tests(sheet: Sheet, look: Layout, measure: Measure, group: str, query: str, figure: str) -> None:
    """Test a series: changes first, then what they leave of trend and anomalies."""
    unit, column = measure.unit, measure.heading
    name, changes = sheet.do("changes", query, unit)
    places = [changes.labels[f"at{n}"] for n in range(1, int(changes.numbers.get("count", 0)) + 1)]
    for number, at in enumerate(places, 1):
        step = changes.numbers[f"change{number}"]
        sheet.find(
            "regime_change", look, column, name, 0.9, tail=changes.tail, group=group, at=at, rising=step > 0,
            value=step, unit=unit, figure=figure, lag=number,
        )  # fmt: skip
    options: dict[str, Cell] = {}
    if places:
        edges = ["", *places, ""]
        ends = sheet.rows[query].rows
        spans = [(edges[n], edges[n + 1]) for n in range(len(edges) - 1)]
        start, until = max(spans, key=lambda span: sum(span[0] <= str(row[0]) < (span[1] or "~") for row in ends))
        options = {"start": start or str(ends[0][0]), "until": until}
    name, trend = sheet.do("trend", query, unit, **options)
    if trend.tail is not None:
        size = abs(trend.numbers["tau"])
        sheet.find(
            "trend", look, column, name, size, tail=trend.tail, group=group, rising=trend.numbers["slope"] > 0,
            value=trend.numbers["slope"], unit=unit, figure=figure, partner="part" if places else "",
        )  # fmt: skip
    name, season = sheet.do("season", query, unit)
    if season.tail is not None and _to_be_seen(season):
        sheet.find(
            "seasonality", look, column, name, season.numbers["strength"], tail=season.tail, group=group,
            lag=int(season.numbers["period"]), value=season.numbers["strength"], unit=unit,
            figure=_seasonal(sheet, figure) if season.numbers["period"] == YEAR else figure,
        )  # fmt: skip
    _of_year(sheet, look, measure, group, query, figure)
    name, round_ = sheet.do("cycle", query, unit)
    if round_.tail is not None and round_.numbers["share"] >= CLEAR and not group:
        sheet.find(
            "cycle", look, column, name, round_.numbers["share"], tail=round_.tail,
            lag=round(round_.numbers["period"]), value=round_.numbers["period"], figure=figure, unit=unit,
        )  # fmt: skip
    name, odd = sheet.do("anomalies", query, unit)
    for number in range(1, int(min(5, odd.numbers.get("count", 0))) + 1):
        value, usual = odd.numbers[f"value{number}"], odd.numbers[f"expected{number}"]
        if odd.labels[f"at{number}"] not in places:
            sheet.find(
                "anomaly", look, column, name, min(1.0, odd.numbers[f"distance{number}"] / 12), tail=odd.tail,
                group=group, at=odd.labels[f"at{number}"], rising=value > usual, value=value, unit=unit,
                figure=figure, lag=number,
            )  # fmt: skip


def _seasonal(sheet: Sheet, figure: str) -> str:
    """Return the figure that shows the months of a year, if one is drawn; else that of the whole series."""
    by_month = survey.calendar(figure)
    return by_month if by_month in sheet.charts else figure


def _swings(
    sheet: Sheet, look: Layout, measure: Measure, group: str, query: str, figure: str, relative: bool
) -> None:  # fmt: skip
    """See whether a series came to swing more, or less: in percent where it grows many times over, if it can be."""
    unit = "%" if relative and measure.scale == "ratio" else measure.unit
    told = {"before": unit, "after": unit}
    by: dict[str, Cell] = {"by": "percent"} if relative and measure.scale == "ratio" else {}
    name, calm = sheet.do("volatility", query, told, **by)
    if calm.numbers.get("count"):
        times = calm.numbers["times"]
        sheet.find(
            "volatility_regime", look, measure.heading, name, 0.7, tail=calm.tail, group=group, at=calm.labels["at"],
            rising=times > 1, value=times, figure=figure, unit=unit,
        )  # fmt: skip


def _manifold(values: Sequence[float]) -> bool:
    """Whether a series is positive and reaches many times its lowest value, so that its swings grow with its level."""
    return bool(values) and 0 < MANIFOLD * min(values) <= max(values)


def _any_manifold(sheet: Sheet, look: Layout, measure: Measure, panel: Group) -> bool:
    """Whether any group grows many times over, and all are positive: swings of all are then told in percent."""
    query = sheet.ask(
        f"SELECT name, min(y) AS low, max(y) AS high FROM ({group_rows(look, measure, panel)}) GROUP BY 1 ORDER BY 1"
    )
    ends = [(float(row[1] or 0), float(row[2] or 0)) for row in sheet.rows[query].rows]
    return bool(ends) and min(low for low, _ in ends) > 0 and any(_manifold(pair) for pair in ends)


def _to_be_seen(season: Outcome) -> bool:
    """Whether a pattern is wide enough beside the level of its series to matter to anybody."""
    return season.numbers["range"] >= FAINT * abs(season.numbers["mean"])


def _of_year(sheet: Sheet, look: Layout, measure: Measure, group: str, query: str, figure: str) -> None:
    """Look for the season of the year in days that span three years."""
    if len(sheet.rows[query].rows) < CYCLES * min(YEARS.values()):
        return
    name, season = sheet.do("year", query, measure.unit)
    if season.tail is not None and _to_be_seen(season):
        sheet.find(
            "seasonality", look, measure.heading, name, season.numbers["strength"], tail=season.tail, group=group,
            lag=365, value=season.numbers["strength"], figure=_seasonal(sheet, figure), unit=measure.unit,
        )  # fmt: skip


def _series_query(sheet: Sheet, look: Layout, measure: Measure, panel: Group | None, group: str) -> str:
    where = f"{quoted(look.time)} IS NOT NULL"
    params: tuple[Cell, ...] = ()
    if panel is not None:
        where += f" AND CAST({quoted(panel.name)} AS VARCHAR) = ?"
        params = (group,)
    return sheet.ask(
        f"SELECT {shown_time(look)} AS x, {look.combined(measure)} AS y FROM {look.source} WHERE {where} "
        "GROUP BY 1 ORDER BY 1",
        params,
    )
