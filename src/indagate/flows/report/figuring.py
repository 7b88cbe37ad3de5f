"""Figures of a report, drafted with the data that a task found; `gallery` chooses and titles them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from indagate.flows.report.analysis.measure import deviation, mean, median
from indagate.flows.report.figures.choose import Shape, choose_kind
from indagate.flows.report.figures.numeral import write_number
from indagate.flows.report.figures.order import in_order, is_ordered
from indagate.flows.report.figures.spec import Axis, FigureSpec, Series, Value
from indagate.flows.report.figures.summary import FIVE, bin_values, box_of
from indagate.flows.report.figures.word import WORDS
from indagate.flows.report.files import Language, SeriesFile
from indagate.flows.report.layout import Layout, Measure
from indagate.flows.report.naming import among, placed
from indagate.flows.report.speech import day, measured
from indagate.flows.report.times import grid_of
from indagate.tools.tables.table import Rows

MOST_BARS = 15
MOST_EQUALS = 3
"""Bars that are drawn beyond the most because they are level with the last of these."""
MOST_LYING = 24
MOST_POINTS = 1500
MOST_BOXES = 10
"""Values of a measure up to which it groups another one rather than being set against it."""
SAMPLED = 20_000
"""Rows above which how values spread is seen from a sample."""


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
    """Return the draft of several groups' growth: each as a percentage of its first value, where all are positive."""
    names = [file.title.rpartition(", ")[2] or file.title for file in files]
    ru = language == "ru"
    grouped = f"{measure.title} {among(by, language)}"
    if measure.scale != "ratio" or any(y is not None and y <= 0 for file in files for y in file.y):
        series = tuple(Series(one, file=f"{file.id}.json") for one, file in zip(names, files, strict=True))
        subtitle, up = grouped, Axis(measure.title, measure.unit)
    else:
        series = tuple(Series(one, file.x, _indexed(file.y)) for one, file in zip(names, files, strict=True))
        subtitle = f"{grouped}; {'первое значение каждой' if ru else 'the first value of each'} = 100"
        up = Axis("первое значение = 100" if ru else "first value = 100")
    return FigureSpec(
        name, "line", measure.title, subtitle, Axis("", "", "date"), up, series,
        source=source_line(look.file, language), alt=f"{grouped}: {', '.join(names)}",
    )  # fmt: skip


def growth(
    name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language, each: int = MOST_BARS // 2
) -> FigureSpec:
    """Return the draft of how much each group grew from its first to its last value: the most and the least."""
    ratio = measure.scale == "ratio"
    pairs = [(str(row[0]), _number(row[1]), _number(row[2])) for row in _lasting(rows)]
    grown = [
        (group, 100 * (last / first - 1) if ratio else last - first)
        for group, first, last in pairs
        if first is not None and last is not None and (not ratio or (first > 0 and last > 0))
    ]
    grown.sort(key=lambda one: (-one[1], one[0]))
    each = len(grown) if len(grown) <= MOST_LYING else each
    shown = grown if len(grown) <= 2 * each else grown[:each] + grown[-each:]
    change = "изменение за период" if language == "ru" else "change over the period"
    of_table = measure.title == look.title  # measures side by side, of which no single one is meant
    subtitle = change if of_table else f"{measure.title} {among(by, language)}; {change}"
    few = _few("ends", each, len(grown), language) if len(grown) > 2 * each else ()
    return FigureSpec(
        name, "bar", measure.title, subtitle, Axis(by, "", "category"),
        Axis(change, "%" if ratio else measure.unit),
        (Series(change, tuple(group for group, _ in shown), tuple(round(value, 4) for _, value in shown)),),
        source=source_line(look.file, language), notes=few, alt=subtitle,
    )  # fmt: skip


def _lasting(rows: Rows) -> Sequence[tuple[object, ...]]:
    """Return the rows of groups that are there from the first time of all to the last, where rows say since when."""
    if len(rows.columns) < 5 or not rows.rows:
        return rows.rows
    since, until = min(str(row[3]) for row in rows.rows), max(str(row[4]) for row in rows.rows)
    return [row for row in rows.rows if (str(row[3]), str(row[4])) == (since, until)]


def _indexed(values: Sequence[float | None]) -> tuple[float | None, ...]:
    first = next((value for value in values if value is not None), None)
    return tuple(None if value is None or first is None else round(100 * value / first, 4) for value in values)


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
        name, "stacked", measure.title, f"{measure.title}, {share}", Axis("", "", "date"), Axis(share, "%"),
        tuple(Series(part, tuple(times), shares(part)) for part in names),
        source=source_line(look.file, language), alt=f"{measure.title}: {', '.join(names)}",
    )  # fmt: skip


def bars(name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of bars, the largest first."""
    shown = _with_equals(rows.rows)
    note = _few("largest", len(shown), len(rows.rows), language)
    gathered = _gathered(measure, by, look, language)
    return FigureSpec(
        name, "bar", measure.title, gathered, Axis(by, "", "category"),
        Axis(measure.title, measure.unit),
        (Series(measure.title, tuple(str(row[0]) for row in shown), tuple(_number(row[1]) for row in shown)),),
        source=source_line(look.file, language), notes=note,
        alt=f"{gathered}: {', '.join(str(row[0]) for row in shown)}",
    )  # fmt: skip


def _with_equals(ranked: Sequence[tuple[object, ...]]) -> Sequence[tuple[object, ...]]:
    """Return the first of ranked rows with those that are level with the last of them; without it if too many are."""
    if len(ranked) <= MOST_BARS:
        return ranked
    edge = ranked[MOST_BARS - 1][1]
    level = [at for at, row in enumerate(ranked) if row[1] == edge]
    if level[-1] < MOST_BARS + MOST_EQUALS or level[0] < MOST_BARS // 2:
        return ranked[: min(level[-1] + 1, MOST_BARS + MOST_EQUALS)]
    return ranked[: level[0]]


def _few(word: str, shown: int, count: int, language: Language) -> tuple[str, ...]:
    """Return the note that only some of what there is are drawn; none where all are."""
    if shown >= count:
        return ()
    return (WORDS[language][word].format(shown=write_number(shown, language), all=write_number(count, language)),)


def parts(name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of the parts of a whole."""
    named = [(str(row[0]), _number(row[1]) or 0.0) for row in rows.rows if _number(row[1])]
    gathered = _gathered(measure, by, look, language)
    kind = choose_kind(Shape("composition", parts=len(named)))
    if kind == "treemap":
        series: tuple[Series, ...] = (
            Series(measure.title, tuple(part for part, _ in named), tuple(value for _, value in named)),
        )
    else:
        series = tuple(Series(part, (measure.title,), (value,)) for part, value in named)
    return FigureSpec(
        name, kind, measure.title, gathered, Axis("", "", "category"), Axis(measure.title, measure.unit), series,
        source=source_line(look.file, language), alt=f"{gathered}: {', '.join(part for part, _ in named)}",
    )  # fmt: skip


def scatter(
    name: str, rows: Rows, one: Measure, other: Measure, file: str, columns: tuple[int, int], language: Language
) -> FigureSpec:
    """Return the draft of one measure over another; of boxes where one of them has a few values only."""
    if boxed := _boxed(name, rows, one, other, file, columns, language):
        return boxed
    pairs = [(row[columns[0]], row[columns[1]]) for row in rows.rows]
    step = -(-len(pairs) // MOST_POINTS) if pairs else 1
    kept = [(a, b) for a, b in pairs[::step] if isinstance(a, int | float) and isinstance(b, int | float)]
    return FigureSpec(
        name, "scatter", f"{one.title} – {other.title}", "", Axis(one.title, one.unit), Axis(other.title, other.unit),
        (Series(other.title, tuple(float(a) for a, _ in kept), tuple(float(b) for _, b in kept)),),
        source=source_line(file, language), notes=_few("sampled", len(kept), len(pairs), language),
        alt=f"{one.title}, {other.title}",
    )  # fmt: skip


def boxes(name: str, rows: Rows, measure: Measure, by: str, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of how a measure spreads in each group; rows are names and values, the highest median first.

    Groups with an order of their own, such as numbers, stand in that.
    """
    held: dict[str, list[float | None]] = {}
    for row in rows.rows:
        if row[0] is not None and (value := _number(row[1])) is not None:
            held.setdefault(str(row[0]), []).append(value)
    order = sorted(held, key=lambda group: (-median([value for value in held[group] if value is not None]), group))
    order = in_order(order) if is_ordered(order) else order
    return _box_figure(name, {group: held[group] for group in order}, measure, by, look.file, language)


def _boxed(
    name: str, rows: Rows, one: Measure, other: Measure, file: str, columns: tuple[int, int], language: Language
) -> FigureSpec | None:
    """Return the draft of a measure's boxes for each value of the other one, None where neither has so few."""
    pairs = [(_number(row[columns[0]]), _number(row[columns[1]])) for row in rows.rows]
    known = [(a, b) for a, b in pairs if a is not None and b is not None]
    steps = [len({pair[place] for pair in known}) for place in (0, 1)]
    few = 0 if steps[0] <= steps[1] else 1
    if not 2 <= steps[few] <= MOST_BOXES or len(known) < 5 * steps[few]:
        return None
    by, measure = (one, other) if few == 0 else (other, one)
    held: dict[float, list[float | None]] = {}
    for pair in known:
        held.setdefault(pair[few], []).append(pair[1 - few])
    named = {measured(value, by.unit, language): held[value] for value in sorted(held)}
    return _box_figure(name, named, measure, by.title, file, language)


def _box_figure(
    name: str, held: Mapping[str, Sequence[float | None]], measure: Measure, by: str, file: str, language: Language
) -> FigureSpec:
    series = []
    for group, values in held.items():
        box = box_of(values)
        if box is not None:
            beyond = tuple(f"beyond {at}" for at in range(len(box.beyond)))
            label = f"{placed(group, language)} (n\u00a0=\u00a0{write_number(len(values), language)})"
            series.append(Series(label, (*FIVE, *beyond), (box.low, box.q1, box.median, box.q3, box.high, *box.beyond)))
    grouped = f"{measure.title} {among(by, language)}"
    return FigureSpec(
        name, "box", grouped, grouped, Axis(by, "", "category"), Axis(grouped, measure.unit),
        tuple(series), source=source_line(file, language), alt=grouped,
    )  # fmt: skip


def months(name: str, means: Mapping[str, float], measure: Measure, look: Layout, language: Language) -> FigureSpec:
    """Return the draft of a measure's mean in each month of the calendar, `means` as `mean1` to `mean12`."""
    names = tuple(day(f"2000-{month:02}-01", language, "month").rpartition(" ")[0] for month in range(1, 13))
    by, up = "среднее по месяцам года" if language == "ru" else "average by month of the year", measure.title
    return FigureSpec(
        name, "bar", measure.title, f"{measure.title}, {by}", Axis("", "", "category"), Axis(up, measure.unit),
        (Series(measure.title, names, tuple(round(means[f"mean{month}"], 4) for month in range(1, 13))),),
        source=source_line(look.file, language), alt=f"{measure.title}, {by}",
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
    """Return the draft of how a measure's values spread: how many lie in each bin."""
    edges, counts = bin_values([value for row in rows.rows if (value := _number(row[0])) is not None])
    count = "число значений" if language == "ru" else "number of values"
    return FigureSpec(
        name, "histogram", measure.title, "", Axis(measure.title, measure.unit), Axis(count),
        (Series(measure.title, edges, tuple(float(one) for one in counts)),), source=source_line(look.file, language),
        notes=_few("sampled", len(rows.rows), look.rows, language) if look.rows > SAMPLED else (),
        alt=measure.title,
    )  # fmt: skip


def source_line(file: str, language: Language) -> str:
    """Return the line under a figure that names its file."""
    return f"{'Источник' if language == 'ru' else 'Source'}: {file}"


def _gathered(measure: Measure, by: str, look: Layout, language: Language) -> str:
    """Return what a bar or a part stands for."""
    latest = look.latest(measure)
    if language == "ru":
        if measure.counted:
            return f"{measure.title}, по группам ({by})"
        how = "последнее значение" if latest else "сумма" if measure.additive else "среднее"
        return f"{measure.title}, {how} по группам ({by})"
    if measure.counted:
        return f"{measure.title} by {by}"
    how = "latest value" if latest else "sum" if measure.additive else "mean"
    return f"{measure.title}, {how} by {by}"


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
