"""Looking into tables: what each kind of task calculates, and what it finds. Runs in a process that can be killed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import PurePosixPath

import msgspec

from indagate.errors import InputError
from indagate.flows.report import figuring
from indagate.flows.report.figures.spec import FigureSpec
from indagate.flows.report.files import (
    Calculation,
    Confidence,
    Finding,
    FindingKind,
    Label,
    Language,
    Number,
    Query,
    Result,
    SeriesFile,
    Task,
)
from indagate.flows.report.layout import Group, Layout, Measure, layouts, relevance
from indagate.flows.report.methods import Outcome, calculate
from indagate.flows.report.offline import named_aspects
from indagate.tools.tables.name import quoted
from indagate.tools.tables.table import Catalog, Cell, Rows
from indagate.tools.tables.worker import ask

POINTS = 3000
"""Times of a series above which days are united to weeks, and weeks to months."""
PAIRS = 45
ASKED = 0.6
"""What it adds to a finding's weight that the query asks for its side of the matter."""
PARTS = 12
"""Up to so many parts of a whole are followed over time."""
SHIFT = 3.0
"""By so many percentage points a part's share must have moved to be told."""
GROUPS = 6
"""Groups of a panel of which each gets a series of its own."""
ROWS = 20_000
CLOSE = 1.0
"""Percent by which the first must be ahead of the second for it to lead."""
WEAK = 0.3
"""Below it a correlation explains less than a tenth, and is not worth a reader's time however sure it is."""
_HEAVY: dict[FindingKind, float] = {
    "regime_change": 1.0, "lead_lag": 0.95, "trend": 0.9, "anomaly": 0.85, "correlation": 0.8,
    "volatility_regime": 0.75,
    "seasonality": 0.7, "composition": 0.65, "ranking": 0.6, "growth": 0.55, "level": 0.4, "mix": 1.0,
    "outlier": 0.5, "distribution": 0.35, "missing": 0.3,
    "summary": 0.2,
}  # fmt: skip

_OF_GROUPS = ("regime_change", "trend", "anomaly", "volatility_regime", "seasonality", "level")
"""Findings that weigh less of one group than of the whole."""


@dataclass(frozen=True, slots=True)
class Job:
    """A task to be done on a database: with the catalogue of its tables, for a query in a language."""

    task: Task
    database: str
    catalog: Catalog
    query: str
    language: Language


def answer(request: bytes) -> bytes:
    """Do the job that a request holds; the result as JSON."""
    return msgspec.json.encode(study(msgspec.json.decode(request, type=Job)))


def study(job: Job) -> Result:
    """Do a task on tables."""
    looked = _Study(job)
    for one in layouts(job.catalog):
        if one.table in job.task.tables:
            looked.looks[one.table] = one
    match job.task.aspect:
        case "overview":
            looked.overview()
        case "series":
            looked.series()
        case "compare":
            looked.compare()
        case "relate":
            looked.relate()
        case "distribution":
            looked.distribution()
    return Result(
        job.task, tuple(looked.queries), tuple(looked.calculations), tuple(looked.findings),
        tuple(looked.files.values()), tuple(looked.charts.values()), notes=tuple(looked.notes),
    )  # fmt: skip


class _Study:
    """One task under way."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self.looks: dict[str, Layout] = {}
        self.queries: list[Query] = []
        self.calculations: list[Calculation] = []
        self.findings: list[Finding] = []
        self.files: dict[str, SeriesFile] = {}
        self.charts: dict[str, FigureSpec] = {}
        self.notes: list[str] = []
        self._rows: dict[str, Rows] = {}

    # --- the tools of the trade -------------------------------------------------------------------------------------

    def _ask(self, sql: str, params: tuple[Cell, ...] = (), limit: int = ROWS) -> str:
        """Ask once; return the query's id."""
        for known in self.queries:
            if known.sql == sql and known.params == params:
                return known.id
        query = Query(f"{self._job.task.id}.q{len(self.queries) + 1}", sql, params)
        self._rows[query.id] = ask(self._job.database, sql, params, limit)
        self.queries.append(query)
        return query.id

    def _do(self, method: str, query: str, units: Mapping[str, str] | str = "", **options: Cell) -> tuple[str, Outcome]:
        """Calculate; return the calculation's id and what it gave."""
        found = calculate(method, self._rows[query], options)
        unit_of = units if isinstance(units, Mapping) else dict.fromkeys(found.numbers, units)
        name = f"{self._job.task.id}.c{len(self.calculations) + 1}"
        numbers = tuple(Number(key, value, unit_of.get(key, "")) for key, value in found.numbers.items())
        labels = tuple(Label(key, text) for key, text in found.labels.items())
        self.calculations.append(
            Calculation(name, method, query, tuple(sorted(options.items())), numbers, labels, found.tail)
        )
        return name, found

    def _find(
        self, kind: FindingKind, look: Layout, column: str, calculation: str, strength: float, *,
        tail: float | None = None, group: str = "", partner: str = "", at: str = "", rising: bool | None = None,
        lag: int = 0,
        value: float | None = None, unit: str = "", figure: str = "",
    ) -> None:  # fmt: skip
        """Note a finding; its weight comes from its kind, its strength (0–1) and whether the query names it."""
        near = max(relevance(text, self._job.query) for text in (f"{column} {look.title} {group}", partner))
        near += ASKED if self._job.task.aspect in named_aspects(self._job.query) else 0.0
        part = 0.75 if group and kind in _OF_GROUPS else 1.0
        confidence: Confidence = "high" if tail is None or tail < 1e-3 else "medium" if tail < 0.01 else "low"
        name = f"{self._job.task.id}.f{len(self.findings) + 1}"
        direction = "" if rising is None else "up" if rising else "down"
        self.findings.append(
            Finding(
                name, kind, self._job.task.id, self._job.task.scope, PurePosixPath(look.file).stem, column, calculation,
                round(part * _HEAVY[kind] * (0.5 + 0.5 * min(1.0, strength)) * (1 + near), 4), tail, confidence, group,
                partner, at, direction, lag, value, unit, figure,  # type: ignore[arg-type]
            )
        )  # fmt: skip

    def _wanted(self, look: Layout) -> list[Measure]:
        """Return the measures of a table that the task names; all where it names none of them."""
        named = {name.partition(".")[2] for name in self._job.task.measures if name.partition(".")[0] == look.table}
        return [one for one in look.measures if not named or one.name in named]

    # --- overview ---------------------------------------------------------------------------------------------------

    def overview(self) -> None:
        """Count rows, times and missing cells."""
        for table in self._job.catalog.tables:
            if table.name not in self._job.task.tables:
                continue
            look = self.looks.get(table.name)
            parts = ["count(*) AS rows"]
            parts += [
                f"count(*) - count({quoted(column.name)}) AS {quoted('missing_' + column.name)}"
                for column in table.columns
            ]
            if look and look.time and look.source == quoted(table.name):
                time = quoted(look.time)
                parts += [f"min({time}) AS first", f"max({time}) AS last", f"count(DISTINCT {time}) AS times"]
            query = self._ask(f"SELECT {', '.join(parts)} FROM {quoted(table.name)}")
            name, found = self._do("cells", query)
            bare = look or Layout(table.name, table.title, table.file, table.rows, quoted(table.name), ())
            self._find("summary", bare, "", name, 0.5, value=found.numbers.get("rows"))
            for column in table.columns:
                lost = found.numbers.get(f"missing_{column.name}", 0.0)
                if lost and lost < table.rows:
                    self._find(
                        "missing", bare, column.heading, name, lost / table.rows, value=lost, partner=column.name
                    )
            if look and look.time:
                self._gaps(look)

    def _gaps(self, look: Layout) -> None:
        time = quoted(look.time)
        query = self._ask(f"SELECT DISTINCT {_shown(look)} AS x FROM {look.source} WHERE {time} IS NOT NULL ORDER BY 1")
        name, found = self._do("absent", query)
        if found.numbers.get("absent"):
            lost = found.numbers["absent"]
            self._find(
                "missing", look, look.time_heading, name, lost / found.numbers["expected"], value=lost,
                at=found.labels.get("first", ""), partner="times",
            )  # fmt: skip

    # --- series -----------------------------------------------------------------------------------------------------

    def series(self) -> None:
        """Look at each measure over time: all groups together, and the largest groups."""
        for look in self.looks.values():
            if not look.time:
                continue
            panel = look.panel
            whole = panel is None or look.rows >= 0.98 * look.times * panel.count
            for measure in self._wanted(look):
                if whole or measure.additive:  # a mean over other groups each time would tell of who is in it
                    self._one_series(look, measure, None, "")
                if panel is not None:
                    self._panel(look, measure, panel)
                    for group in [one for one in look.groups if one is not panel and one.count <= GROUPS][:1]:
                        self._panel(look, measure, group)

    def _panel(self, look: Layout, measure: Measure, panel: Group) -> None:
        """Look at the largest groups one by one, and at which grew most."""
        if measure.additive and panel.count <= PARTS:
            self._one_mix(look, measure, panel)
        groups, before = self._largest(look, measure, panel), set(self.files)
        for group in groups:
            self._one_series(look, measure, panel, group)
        by, united = quoted(panel.name), look.combined(measure)
        query = self._ask(
            f"SELECT name, arg_min(y, x) AS one, arg_max(y, x) AS other FROM (SELECT CAST({by} AS VARCHAR) AS name, "
            f"{quoted(look.time)} AS x, {united} AS y FROM {look.source} WHERE {quoted(measure.name)} IS NOT NULL AND "
            f"{quoted(look.time)} IS NOT NULL AND {by} IS NOT NULL GROUP BY 1, 2) GROUP BY 1 ORDER BY 1"
        )
        name, found = self._do("growth", query, "%")
        figure = f"{look.table}-{measure.name}-over-{panel.name}"
        lines = [file for name_, file in self.files.items() if name_ not in before]
        if found.numbers and len(lines) > 1:
            self.charts[figure] = figuring.lines(figure, lines, measure, panel.title, look, self._job.language)
            self._find(
                "growth", look, measure.heading, name, 0.6, group=found.labels["first"], partner=panel.heading,
                value=found.numbers["first"], unit="%", figure=figure, rising=found.numbers["first"] > 0,
            )  # fmt: skip

    def _one_mix(self, look: Layout, measure: Measure, panel: Group) -> None:
        """See how the shares of a whole have shifted."""
        query = self._ask(
            f"SELECT {_shown(look)} AS x, CAST({quoted(panel.name)} AS VARCHAR) AS name, "
            f"sum({quoted(measure.name)}) AS value FROM {look.source} "
            f"WHERE {quoted(look.time)} IS NOT NULL AND {quoted(panel.name)} IS NOT NULL "
            f"AND {quoted(measure.name)} IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2"
        )
        name, found = self._do("mix", query, "%")
        if not found.numbers or max(found.numbers["gain"], -found.numbers["loss"]) < SHIFT:
            return
        figure = f"{look.table}-{measure.name}-mix-of-{panel.name}"
        self.charts[figure] = figuring.mix(figure, self._rows[query], measure, look, self._job.language)
        self._find(
            "mix", look, measure.heading, name, min(1.0, found.numbers["gain"] / 25), group=found.labels["gainer"],
            partner=panel.heading, at=found.labels["to"], value=found.numbers["gain"], unit="%", figure=figure,
            rising=True,
        )  # fmt: skip

    def _largest(self, look: Layout, measure: Measure, panel: Group) -> list[str]:
        query = self._ask(
            f"SELECT CAST({quoted(panel.name)} AS VARCHAR) AS name, {look.combined(measure)} AS value "
            f"FROM {look.source} WHERE {quoted(panel.name)} IS NOT NULL AND {quoted(measure.name)} IS NOT NULL "
            f"GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT {GROUPS}"
        )
        return [str(row[0]) for row in self._rows[query].rows]

    def _one_series(self, look: Layout, measure: Measure, panel: Group | None, group: str) -> None:
        query = self._series_query(look, measure, panel, group)
        if len(self._rows[query].rows) < 3:
            return
        unit = measure.unit
        name = f"{look.table}-{measure.name}" + (f"-in-{len(self.files) + 1}" if group else "")
        title = f"{measure.title}, {group}" if group else measure.title
        rows = self._rows[query].rows
        y = tuple(float(row[1]) if isinstance(row[1], int | float) else None for row in rows)
        self.files[name] = SeriesFile(name, title, unit, tuple(row[0] for row in rows), y, query)
        self.charts[name] = figuring.series_figure(self.files[name], look, self._job.language)
        level, told = self._do("level", query, unit)
        self._find(
            "level", look, measure.heading, level, 0.2 if group else 0.6, group=group, unit=unit, figure=name,
            value=told.numbers.get("percent"), rising=told.numbers["change"] > 0,
        )  # fmt: skip
        self._tests(look, measure, group, query, name)

    def _tests(self, look: Layout, measure: Measure, group: str, query: str, figure: str) -> None:
        """Test a series: changes first, then what they leave of trend and anomalies."""
        unit, column = measure.unit, measure.heading
        name, changes = self._do("changes", query, unit)
        places = [changes.labels[f"at{n}"] for n in range(1, int(changes.numbers.get("count", 0)) + 1)]
        for number, at in enumerate(places, 1):
            step = changes.numbers[f"change{number}"]
            self._find(
                "regime_change", look, column, name, 0.9, tail=changes.tail, group=group, at=at, rising=step > 0,
                value=step, unit=unit, figure=figure, lag=number,
            )  # fmt: skip
        options: dict[str, Cell] = {}
        if places:
            edges = ["", *places, ""]
            ends = self._rows[query].rows
            spans = [(edges[n], edges[n + 1]) for n in range(len(edges) - 1)]
            start, until = max(spans, key=lambda span: sum(span[0] <= str(row[0]) < (span[1] or "~") for row in ends))
            options = {"start": start or str(ends[0][0]), "until": until}
        name, trend = self._do("trend", query, unit, **options)
        if trend.tail is not None:
            size = abs(trend.numbers["tau"])
            self._find(
                "trend", look, column, name, size, tail=trend.tail, group=group, rising=trend.numbers["slope"] > 0,
                value=trend.numbers["slope"], unit=unit, figure=figure, partner="part" if places else "",
            )  # fmt: skip
        name, season = self._do("season", query, unit)
        if season.tail is not None:
            self._find(
                "seasonality", look, column, name, season.numbers["strength"], tail=season.tail, group=group,
                lag=int(season.numbers["period"]), value=season.numbers["strength"], figure=figure, unit=unit,
            )  # fmt: skip
        self._by_month(look, measure, group, query, figure)
        name, calm = self._do("volatility", query, unit)
        if calm.numbers.get("count"):
            times = calm.numbers["times"]
            self._find(
                "volatility_regime", look, column, name, 0.7, tail=calm.tail, group=group, at=calm.labels["at"],
                rising=times > 1, value=times, figure=figure, unit=unit,
            )  # fmt: skip
        name, odd = self._do("anomalies", query, unit)
        for number in range(1, int(min(5, odd.numbers.get("count", 0))) + 1):
            value, usual = odd.numbers[f"value{number}"], odd.numbers[f"expected{number}"]
            if odd.labels[f"at{number}"] not in places:
                self._find(
                    "anomaly", look, column, name, min(1.0, odd.numbers[f"distance{number}"] / 12), tail=odd.tail,
                    group=group, at=odd.labels[f"at{number}"], rising=value > usual, value=value, unit=unit,
                    figure=figure, lag=number,
                )  # fmt: skip

    def _by_month(self, look: Layout, measure: Measure, group: str, query: str, figure: str) -> None:
        """Look for the season of the year in the monthly means of days and weeks that span three years."""
        times = [str(row[0]) for row in self._rows[query].rows]
        if len(times) < 150 or len(times[0]) < 10 or int(times[-1][:4]) - int(times[0][:4]) < 3:
            return
        sql = next(one for one in self.queries if one.id == query)
        monthly = self._ask(
            f"SELECT CAST(date_trunc('month', x) AS DATE) AS x, avg(y) AS y FROM ({sql.sql}) GROUP BY 1 ORDER BY 1",
            sql.params,
        )
        name, season = self._do("season", monthly, measure.unit)
        if season.tail is not None and season.numbers["period"] == 12:
            self._find(
                "seasonality", look, measure.heading, name, season.numbers["strength"], tail=season.tail, group=group,
                lag=365, value=season.numbers["strength"], figure=figure, unit=measure.unit,
            )  # fmt: skip

    def _series_query(self, look: Layout, measure: Measure, panel: Group | None, group: str) -> str:
        where = f"{quoted(look.time)} IS NOT NULL"
        params: tuple[Cell, ...] = ()
        if panel is not None:
            where += f" AND CAST({quoted(panel.name)} AS VARCHAR) = ?"
            params = (group,)
        return self._ask(
            f"SELECT {_shown(look)} AS x, {look.combined(measure)} AS y FROM {look.source} WHERE {where} "
            "GROUP BY 1 ORDER BY 1",
            params,
        )

    # --- groups -----------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Rank groups, and see of what parts a whole consists."""
        for look in self.looks.values():
            panel = look.panel
            groups = sorted(look.groups, key=lambda group: (group is not panel, abs(group.count - 8)))[:3]
            for measure in self._wanted(look)[:8]:
                for group in groups:
                    self._one_comparison(look, measure, group)

    def _one_comparison(self, look: Layout, measure: Measure, group: Group) -> None:
        value, where = quoted(measure.name), f"{quoted(group.name)} IS NOT NULL AND {quoted(measure.name)} IS NOT NULL"
        whole = measure.additive
        if measure.stock and look.time:
            time = quoted(look.time)
            where += f" AND {time} = (SELECT max({time}) FROM {look.source} WHERE {value} IS NOT NULL)"
        query = self._ask(
            f"SELECT CAST({quoted(group.name)} AS VARCHAR) AS name, {'sum' if whole else 'avg'}({value}) AS value, "
            f"count(*) AS cells FROM {look.source} WHERE {where} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 400"
        )
        units = {
            "first": measure.unit,
            "second": measure.unit,
            "last": measure.unit,
            "middle": measure.unit,
            "ahead": "%",
        }
        name, found = self._do("ranking", query, units)
        if not found.numbers or abs(found.numbers.get("ahead", CLOSE)) < CLOSE:
            return
        n, rows, language = found.numbers["n"], self._rows[query], self._job.language
        figure = f"{look.table}-{measure.name}-by-{group.name}"
        self.charts[figure] = figuring.bars(figure, rows, measure, group.title, look, language)
        if whole and n <= 60:
            part, parts = self._do("shares", query, {"first": "%", "second": "%", "three": "%", "total": measure.unit})
            if parts.numbers:
                figure = f"{figure}-parts"
                self.charts[figure] = figuring.parts(figure, rows, measure, group.title, look, language)
                self._find(
                    "composition", look, measure.heading, part, parts.numbers["first"] / 100,
                    group=parts.labels["first"], partner=group.heading, value=parts.numbers["first"], unit="%",
                    figure=figure,
                )  # fmt: skip
        self._find(
            "ranking", look, measure.heading, name, min(1.0, found.numbers.get("ahead", 20) / 50),
            group=found.labels["first"], partner=group.heading, value=found.numbers["first"], unit=measure.unit,
            figure=figure,
        )  # fmt: skip

    # --- relations --------------------------------------------------------------------------------------------------

    def relate(self) -> None:
        """Look for measures that go together: over time with a lag, or over rows and groups."""
        series: list[tuple[Layout, Measure]] = []
        for look in self.looks.values():
            if look.time and (look.one_row_a_time or len(self.looks) > 1):
                series += [(look, measure) for measure in self._wanted(look)]
            elif not look.one_row_a_time:
                for one, other in list(combinations(self._wanted(look), 2))[:PAIRS]:
                    self._one_correlation(look, one, other)
        for (look, one), (beside, other) in list(combinations(series, 2))[: 2 * PAIRS]:
            if len(self.looks) == 1 or look is not beside:
                self._one_lead(look, one, beside, other)

    def _one_lead(self, look: Layout, one: Measure, beside: Layout, other: Measure) -> None:
        if look is beside:
            sql = (
                f"SELECT {_shown(look)} AS x, {look.combined(one)} AS one, {look.combined(other)} AS other "
                f"FROM {look.source} WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1 ORDER BY 1"
            )
        else:
            left, right = _plain_series(look, one), _plain_series(beside, other)
            sql = f"SELECT a.x, a.y AS one, b.y AS other FROM ({left}) a JOIN ({right}) b ON a.x = b.x ORDER BY 1"
        try:
            query = self._ask(sql)
        except InputError:  # times of two kinds cannot be joined
            return
        name, found = self._do("lead", query, most=10)
        if found.tail is None:
            return
        lag, strength = int(found.numbers["lag"]), found.numbers["correlation"]
        if abs(strength) < WEAK:
            return
        if abs(strength) > 0.999:
            self.notes.append(f"{one.title} and {other.title} move as one")
        first, second, at = (one, other, lag) if lag >= 0 else (other, one, -lag)
        near = look if lag >= 0 else beside
        partner = second.heading
        kind: FindingKind = "lead_lag" if lag else "correlation"
        figure = f"pair-{near.table}-{first.name}-{second.name}"
        files = look.file if look.file == beside.file else f"{look.file}, {beside.file}"
        rows, order = self._rows[query], (1, 2) if lag >= 0 else (2, 1)
        if lag:
            swapped = Rows(rows.columns, tuple((row[0], row[order[0]], row[order[1]]) for row in rows.rows))
            self.charts[figure] = figuring.side_by_side(figure, swapped, first, second, files, self._job.language)
        else:
            self.charts[figure] = figuring.scatter(figure, rows, first, second, files, order, self._job.language)
        self._find(
            kind, near, first.heading, name, abs(strength), tail=found.tail, partner=partner, rising=strength > 0,
            lag=at, value=strength, figure=figure,
        )  # fmt: skip

    def _one_correlation(self, look: Layout, one: Measure, other: Measure) -> None:
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
                sql = f"SELECT one, other FROM ({sql}) ORDER BY hash(one, other) LIMIT {ROWS}"
        query = self._ask(sql)
        name, found = self._do("correlation", query)
        if found.tail is None or abs(found.numbers["spearman"]) < WEAK:
            return
        strength, figure = found.numbers["spearman"], f"pair-{look.table}-{one.name}-{other.name}"
        drawn = figuring.scatter(figure, self._rows[query], one, other, look.file, (0, 1), self._job.language)
        self.charts[figure] = drawn
        self._find(
            "correlation", look, one.heading, name, abs(strength), tail=found.tail, partner=other.heading,
            rising=strength > 0, value=strength, figure=figure,
        )  # fmt: skip

    # --- distributions ----------------------------------------------------------------------------------------------

    def distribution(self) -> None:
        """Describe how the values of each measure spread, and which stand apart."""
        for look in self.looks.values():
            named = next((group.name for group in look.groups if group.count > 0.5 * look.rows), "")
            name_column = named or _naming(self._job.catalog, look)
            for measure in self._wanted(look):
                value = quoted(measure.name)
                named_too = f", CAST({quoted(name_column)} AS VARCHAR) AS name" if name_column else ""
                order = "1, 2" if named_too else "1"
                sql = (
                    f"SELECT {value} AS value{named_too} FROM {look.source} WHERE {value} IS NOT NULL ORDER BY {order}"
                )
                if look.rows > ROWS:
                    sql = f"SELECT * FROM ({sql}) ORDER BY hash(value) LIMIT {ROWS}"
                query = self._ask(sql)
                figure = f"{look.table}-{measure.name}-spread"
                name, found = self._do("quantiles", query, measure.unit)
                if not found.numbers:
                    continue
                self.charts[figure] = figuring.spread_figure(
                    figure, self._rows[query], measure, look, self._job.language
                )
                self._find(
                    "distribution", look, measure.heading, name, 0.5, value=found.numbers["q50"], unit=measure.unit,
                    figure=figure,
                )  # fmt: skip
                name, odd = self._do("outliers", query, measure.unit)
                if odd.numbers.get("count"):
                    self._find(
                        "outlier", look, measure.heading, name, min(1.0, odd.numbers["distance1"] / 12), tail=odd.tail,
                        group=odd.labels.get("name1", ""), value=odd.numbers["value1"], unit=measure.unit,
                        figure=figure,
                    )  # fmt: skip


def _shown(look: Layout) -> str:
    """Return the SQL of a table's times, united where they are very many."""
    time = quoted(look.time)
    if look.times > 20 * POINTS:
        return f"CAST(date_trunc('month', {time}) AS DATE)"
    if look.times > POINTS:
        return f"CAST(date_trunc('week', {time}) AS DATE)"
    return time


def _plain_series(look: Layout, measure: Measure) -> str:
    return (
        f"SELECT {_shown(look)} AS x, {look.combined(measure)} AS y FROM {look.source} "
        f"WHERE {quoted(look.time)} IS NOT NULL GROUP BY 1"
    )


def _naming(catalog: Catalog, look: Layout) -> str:
    """Return the column that names the rows of a table, if one does."""
    table = catalog.table(look.table)
    if look.source != quoted(look.table):
        return ""
    for column in table.columns:
        if column.kind == "text" and column.distinct > 0.9 * table.rows:
            return column.name
    return ""


def again(
    queries: Mapping[str, Query], calculation: Calculation, database: str
) -> Iterator[tuple[str, float, float | None]]:
    """Do a calculation again; yield each number that differs: its name, what it was, what it is now."""
    query = queries[calculation.query]
    rows = ask(database, query.sql, query.params, ROWS)
    now = calculate(calculation.method, rows, dict(calculation.options))
    for number in calculation.numbers:
        value = now.numbers.get(number.name)
        if value is None or abs(value - number.value) > 1e-6 * max(1.0, abs(number.value)):
            yield number.name, number.value, value
    for label in calculation.labels:
        if now.labels.get(label.name) != label.text:
            yield label.name, 0.0, None
