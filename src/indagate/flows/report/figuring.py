"""Figures of a report: drafted with the data that a task found, titled once it is known which findings stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from indagate.flows.report.analysis.measure import deviation, mean
from indagate.flows.report.figures.choose import Shape, choose_kind
from indagate.flows.report.figures.spec import Axis, FigureSpec, Mark, Series, Value
from indagate.flows.report.files import Finding, Language, Result, SeriesFile
from indagate.flows.report.layout import Layout, Measure
from indagate.flows.report.speech import day
from indagate.flows.report.times import grid_of
from indagate.tools.tables.table import Rows

MOST_BARS = 15
MOST_POINTS = 1500


def series_figure(file: SeriesFile, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of a series' figure, whose data stand in its file."""
    years = look.grain == "year" and all(isinstance(x, int) for x in file.x)
    unit, word = file.unit, look.time_title
    return FigureSpec(
        file.id, choose_kind(Shape("trend", dated=True, points=len(file.x))), file.title,
        x=Axis("" if not years else word, "", "date"), y=Axis(file.title, unit, "number"),
        series=(Series(file.title, file=f"{file.id}.json"),), source=source_line(look.file, language),
        alt=f"{file.title}: {_from_to(file.x, language)}",
    )  # fmt: skip


def lines(
    name: str, files: Sequence[SeriesFile], measure: Measure, by: str, look: Layout, language: Language
) -> FigureSpec:
    """Return the draft of several groups' series in one figure."""
    series = tuple(Series(file.title.rpartition(", ")[2] or file.title, file=f"{file.id}.json") for file in files)
    return FigureSpec(
        name, "line", measure.title, by, Axis("", "", "date"), Axis(measure.title, measure.unit), series,
        source=source_line(look.file, language), alt=f"{measure.title}: {by}",
    )  # fmt: skip


def mix(name: str, rows: Rows, measure: Measure, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of the shares of a whole over time; a time at which a part is missing is a gap."""
    held: dict[str, dict[str, float]] = {}
    for row in rows.rows:
        if row[0] is not None and (value := _number(row[2])) is not None:
            held.setdefault(str(row[1]), {})[str(row[0])] = value
    times = sorted({at for values in held.values() for at in values})
    sums = {at: sum(values.get(at, 0.0) for values in held.values()) for at in times}
    names = sorted(held, key=lambda part: -sum(held[part].values()))

    def shares(part: str) -> tuple[float | None, ...]:
        known = held[part]
        return tuple(round(100 * known[at] / sums[at], 4) if at in known and sums[at] > 0 else None for at in times)

    share = "доля целого" if language == "ru" else "share of the whole"
    return FigureSpec(
        name, "stacked", measure.title, measure.title, Axis("", "", "date"), Axis(share, "%"),
        tuple(Series(part, tuple(times), shares(part)) for part in names),
        source=source_line(look.file, language), alt=f"{measure.title}: {', '.join(names)}",
    )  # fmt: skip


def bars(name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of bars, the largest first."""
    shown = rows.rows[:MOST_BARS]
    more = len(rows.rows) - len(shown)
    note = (f"Ещё групп: {more}" if language == "ru" else f"{more} more groups are not shown") if more > 0 else ""
    return FigureSpec(
        name, "bar", measure.title, _gathered(measure, language), Axis(by, "", "category"),
        Axis(measure.title, measure.unit),
        (Series(measure.title, tuple(str(row[0]) for row in shown), tuple(_number(row[1]) for row in shown)),),
        source=source_line(look.file, language), notes=(note,) if note else (), alt=f"{measure.title}: {by}",
    )  # fmt: skip


def parts(name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of the parts of a whole."""
    named = [(str(row[0]), _number(row[1]) or 0.0) for row in rows.rows if _number(row[1])]
    kind = choose_kind(Shape("composition", parts=len(named)))
    if kind == "treemap":
        series: tuple[Series, ...] = (
            Series(measure.title, tuple(part for part, _ in named), tuple(value for _, value in named)),
        )
    else:
        series = tuple(Series(part, (measure.title,), (value,)) for part, value in named)
    return FigureSpec(
        name, kind, measure.title, by, Axis("", "", "category"), Axis(measure.title, measure.unit), series,
        source=source_line(look.file, language), alt=f"{measure.title}: {by}",
    )  # fmt: skip


def scatter(
    name: str, rows: Rows, one: Measure, other: Measure, file: str, columns: tuple[int, int], language: Language
) -> FigureSpec:
    """Return the draft of one measure over another."""
    pairs = [(row[columns[0]], row[columns[1]]) for row in rows.rows]
    step = -(-len(pairs) // MOST_POINTS) if pairs else 1
    kept = [(a, b) for a, b in pairs[::step] if isinstance(a, int | float) and isinstance(b, int | float)]
    return FigureSpec(
        name, "scatter", f"{one.title} – {other.title}", "", Axis(one.title, one.unit), Axis(other.title, other.unit),
        (Series(other.title, tuple(float(a) for a, _ in kept), tuple(float(b) for _, b in kept)),),
        source=source_line(file, language), alt=f"{one.title}, {other.title}",
    )  # fmt: skip


def side_by_side(name: str, rows: Rows, one: Measure, other: Measure, file: str, language: Language) -> FigureSpec:
    """Return the draft of two series in standard deviations, so that what comes first can be seen."""
    times: tuple[Value, ...] = tuple(str(row[0]) for row in rows.rows)
    ru = language == "ru"
    said = (
        "отклонение от среднего, в стандартных отклонениях" if ru else "distance from the mean, in standard deviations"
    )
    return FigureSpec(
        name, "line", f"{one.title} – {other.title}", said, Axis("", "", "date"), Axis("σ"),
        tuple(
            Series(measure.title, times, _standard([_number(row[place]) for row in rows.rows]))
            for place, measure in ((1, one), (2, other))
        ),
        source=source_line(file, language), alt=f"{one.title}, {other.title}",
    )  # fmt: skip


def spread_figure(name: str, rows: Rows, measure: Measure, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of how a measure's values spread."""
    values = tuple(value for row in rows.rows if (value := _number(row[0])) is not None)
    count = "число значений" if language == "ru" else "number of values"
    return FigureSpec(
        name, "histogram", measure.title, "", Axis(measure.title, measure.unit), Axis(count),
        (Series(measure.title, (), values[:: -(-len(values) // 5000) or 1]),), source=source_line(look.file, language),
        alt=measure.title,
    )  # fmt: skip


def finished(results: Sequence[Result], sayings: Mapping[str, str], language: Language) -> tuple[FigureSpec, ...]:
    """Return the figures that standing findings refer to, titled by the heaviest, with events and points marked."""
    by_figure: dict[str, list[Finding]] = {}
    for result in results:
        for finding in result.findings:
            if finding.stands and finding.figure:
                by_figure.setdefault(finding.figure, []).append(finding)
    drawn = []
    seen: set[str] = set()
    for result in results:
        for draft in result.charts:
            found = sorted(by_figure.get(draft.id, ()), key=lambda one: -one.weight)
            if not found or draft.id in seen:
                continue
            seen.add(draft.id)
            title = sayings.get(found[0].id) or draft.title
            marks = tuple(mark for finding in found for mark in _marks(finding, language))
            subtitle = draft.subtitle or f"{draft.title}{', ' + draft.y.unit if draft.y.unit else ''}"
            drawn.append(replace(draft, title=title, subtitle=subtitle, marks=marks[:8]))
    return tuple(drawn)


def weight_of(figure: str, findings: Sequence[Finding]) -> float:
    """Return the weight of the heaviest standing finding that a figure shows."""
    return max((one.weight for one in findings if one.figure == figure and one.stands), default=0.0)


def _marks(finding: Finding, language: Language) -> list[Mark]:
    if finding.kind in ("regime_change", "volatility_regime"):
        return [Mark("event", _when(finding.at, language), x=finding.at)]
    if finding.kind == "anomaly":
        return [Mark("point", _when(finding.at, language), x=finding.at, y=finding.value)]
    return []


def _when(at: str, language: Language) -> str:
    """Return a date as a mark in a figure tells it: the first of a month, which mostly stands for it, as the month."""
    return day(at, language, "month" if at.endswith("-01") else "day")


def source_line(file: str, language: Language) -> str:
    """Return the line under a figure that names its file."""
    return f"{'Источник' if language == 'ru' else 'Source'}: {file}"


def _gathered(measure: Measure, language: Language) -> str:
    if measure.additive:
        return "сумма по группе" if language == "ru" else "sum over the group"
    return "среднее по группе" if language == "ru" else "mean over the group"


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _standard(values: Sequence[float | None]) -> tuple[float | None, ...]:
    known = [value for value in values if value is not None]
    centre, wide = (mean(known), deviation(known) or 1.0) if known else (0.0, 1.0)
    return tuple(None if value is None else round((value - centre) / wide, 4) for value in values)


def _from_to(times: Sequence[object], language: Language) -> str:
    grid = grid_of([x if isinstance(x, int) else str(x) for x in times if x is not None])
    if not grid.times:
        return ""
    grain = grid.step if grid.step in ("month", "quarter", "year") else "day"
    return f"{day(grid.times[0], language, grain)} – {day(grid.times[-1], language, grain)}"
