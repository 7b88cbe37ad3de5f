"""A figure made ready to be drawn: values scaled, categories sorted, colours given, titles and notes worded."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from indagate.errors import InputError
from indagate.flows.report.figures.choose import needs_log
from indagate.flows.report.figures.lettering import sentence
from indagate.flows.report.figures.moment import read_moment
from indagate.flows.report.figures.numeral import (
    Scaling,
    choose_scaling,
    needed_digits,
    tongue,
    with_unit,
    write_number,
)
from indagate.flows.report.figures.order import in_order, is_ordered
from indagate.flows.report.figures.spec import Axis, FigureSpec, Series, Value
from indagate.flows.report.figures.thin import MOST_POINTS, spread, thin, with_gaps
from indagate.flows.report.figures.word import WORDS
from indagate.flows.report.naming import placed

_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
COLOURS = 6
DASHES = ("", "6 3", "2 3")
MOST_CLOUD = 1500
MOST_BARS = 24
MOST_TILES = 24


@dataclass(frozen=True, slots=True)
class Drawn:
    """A series ready to be drawn: x as places (seconds, numbers, or positions of categories), y scaled."""

    name: str
    x: tuple[float | None, ...]
    y: tuple[float | None, ...]
    labels: tuple[str, ...]
    colour: int
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What both the still and the moving figure are drawn from."""

    figure: FigureSpec
    language: str
    series: tuple[Drawn, ...]
    categories: tuple[str, ...]
    x_scaling: Scaling
    y_scaling: Scaling
    notes: tuple[str, ...]

    @property
    def x_title(self) -> str:
        """The x axis' words, with its unit; dates need none."""
        if self.figure.x.kind == "date" and self.figure.kind not in ("histogram", "scatter"):
            return ""
        return _title(self.figure.x, self.x_scaling, self.language)

    @property
    def y_title(self) -> str:
        """The y axis' words, with its unit."""
        return _title(self.figure.y, self.y_scaling, self.language)

    @property
    def digits(self) -> int:
        """With how many decimals the values are labelled."""
        return needed_digits(tuple(value for drawn in self.series for value in drawn.y if value is not None), 3)

    def value_text(self, value: float) -> str:
        """Return a value's label, with a short unit when no scale's word is in the axis' title."""
        hidden = value and abs(value) < 0.5 * 10**-self.digits  # a small value is not shown as nothing
        number = write_number(value, self.language, needed_digits((value,)) if hidden else self.digits)
        unit = self.figure.y.unit if not self.y_scaling.word and len(self.figure.y.unit) <= 2 else ""
        return with_unit(number, unit, self.language)


def plan_figure(figure: FigureSpec, language: str = "en") -> Plan:
    """Return what is to be drawn. Raises `InputError` when the figure has nothing to show or cannot be read."""
    _check(figure)
    notes = list(figure.notes)
    words = WORDS.get(tongue(language), WORDS["en"])
    figure = _with_needed_logs(_placed(figure, language))
    figure = _without_bad_logs(figure, notes, words)
    figure = _as_parts(figure)
    figure = _limited(figure, language, notes, words)
    categories = _categories(figure)
    values = [value for series in figure.series for value in series.y if value is not None]
    y_scaling = Scaling() if figure.y.log or figure.kind == "heatmap" else choose_scaling(values, language)
    x_scaling = Scaling()
    if figure.x.kind == "number" and figure.kind == "scatter" and not figure.x.log:
        places = [float(x) for series in figure.series for x in series.x if isinstance(x, int | float)]
        x_scaling = choose_scaling(places, language)
    if figure.kind == "histogram":
        y_scaling, x_scaling = Scaling(), Scaling()
    position = {category: float(index) for index, category in enumerate(categories)}
    drawn = [
        _draw(series, index, figure, position, x_scaling.factor, y_scaling.factor)
        for index, series in enumerate(figure.series)
    ]
    if figure.kind in ("line", "scatter"):
        drawn = _thinned(drawn, figure, language, notes, words)
    if figure.kind == "line" and any(_pauses(one.y) for one in drawn):
        notes.append(words["gaps"])
    return Plan(figure, language, tuple(drawn), categories, x_scaling, y_scaling, tuple(notes))


def _placed(figure: FigureSpec, language: str) -> FigureSpec:
    """Call places as the language does, where it is Russian: in series, categories and points' names."""
    if tongue(language) != "ru":
        return figure

    def called(one: Series) -> Series:
        named = figure.x.kind == "category"
        across = tuple(placed(x, "ru") if isinstance(x, str) and named else x for x in one.x)
        return replace(one, name=placed(one.name, "ru"), x=across, labels=tuple(placed(n, "ru") for n in one.labels))

    return replace(figure, series=tuple(called(one) for one in figure.series))


def _pauses(values: Sequence[float | None]) -> bool:
    """Whether a line is broken: a value is missing between two known ones."""
    known = [at for at, value in enumerate(values) if value is not None]
    return bool(known) and None in values[known[0] : known[-1]]


def _check(figure: FigureSpec) -> None:
    if not _ID.fullmatch(figure.id):
        raise InputError(
            f"{figure.id!r} cannot name a figure", hint="A figure's id has letters, digits, `_` and `-`, 200 at most."
        )
    if not any(value is not None and math.isfinite(value) for series in figure.series for value in series.y):
        raise InputError(f"figure {figure.id}: there is no value to draw")
    bare = figure.kind in ("histogram", "box")
    for series in figure.series:
        edges = figure.kind == "histogram" and series.x and len(series.x) == len(series.y) + 1
        if not edges and (not bare or series.x) and len(series.x) != len(series.y):
            raise InputError(
                f"figure {figure.id}: series {series.name!r} has {len(series.x)} x and {len(series.y)} y",
                hint="Give one y, or null, for every x.",
            )
    if figure.x.kind == "date" and not bare:
        for series in figure.series:
            wrong = next((x for x in series.x if x is not None and read_moment(x) is None), None)
            if wrong is not None:
                raise InputError(
                    f"figure {figure.id}: {wrong!r} in series {series.name!r} is no date",
                    hint="Dates are written 2024, 2024-03, 2024-03-15 or 2024-03-15T12:00.",
                )


def _with_needed_logs(figure: FigureSpec) -> FigureSpec:
    """Make an axis logarithmic where only that shows its numbers: of a cloud, or of lines that lie far apart."""
    xs = [x for series in figure.series for x in series.x if isinstance(x, int | float)]
    ys = [y for series in figure.series for y in series.y]
    cloud, lines = figure.kind == "scatter", figure.kind == "line" and len(figure.series) > 1 and not figure.zero
    if cloud and figure.x.kind == "number" and needs_log(xs, ratio=100.0):
        figure = replace(figure, x=replace(figure.x, log=True))
    if (cloud and needs_log(ys, ratio=100.0)) or (lines and needs_log(ys)):
        figure = replace(figure, y=replace(figure.y, log=True))
    return figure


def _without_bad_logs(figure: FigureSpec, notes: list[str], words: dict[str, str]) -> FigureSpec:
    """Turn a logarithmic axis into a linear one where a value is zero or negative."""
    ys = [value for series in figure.series for value in series.y if value is not None]
    if figure.y.log and (min(ys) <= 0 or figure.kind in ("bar", "stacked", "treemap", "histogram", "heatmap")):
        figure = replace(figure, y=replace(figure.y, log=False))
    xs = [x for series in figure.series for x in series.x if isinstance(x, int | float)]
    if figure.x.log and (figure.kind != "scatter" or not xs or min(xs) <= 0):
        figure = replace(figure, x=replace(figure.x, log=False))
    if figure.y.log or figure.x.log:
        notes.append(words["log"])
    return figure


def _as_parts(figure: FigureSpec) -> FigureSpec:
    """Turn a stack of one single bar into a treemap of its parts: it has no second bar to be held against."""
    values = [y for series in figure.series for y in series.y]
    single = (
        figure.kind == "stacked" and figure.x.kind != "date" and all(len(series.y) == 1 for series in figure.series)
    )
    if not single or len(values) < 2 or any(value is None or value < 0 for value in values):
        return figure
    names = tuple(series.name for series in figure.series)
    return replace(figure, kind="treemap", series=(Series(figure.y.label, names, tuple(values)),))


def _limited(figure: FigureSpec, language: str, notes: list[str], words: dict[str, str]) -> FigureSpec:
    if figure.kind not in ("bar", "stacked", "treemap") or figure.x.kind == "date":
        return figure
    names = list(dict.fromkeys(str(x) for series in figure.series for x in series.x if x is not None))
    weights = _weights(figure)
    most = MOST_TILES if figure.kind == "treemap" else MOST_BARS
    ordered = figure.kind != "treemap" and is_ordered(names)
    ranked = in_order(names) if ordered else sorted(names, key=lambda name: -weights.get(name, -math.inf))
    if len(ranked) > most and not ordered:
        shown = write_number(most, language), write_number(len(ranked), language)
        notes.append(words["largest"].format(shown=shown[0], all=shown[1]))
        if figure.kind == "treemap":
            return _with_others(
                figure, ranked, most, words["others"].format(count=write_number(len(ranked) - most, language))
            )
        ranked = ranked[:most]
    return replace(figure, series=tuple(_picked(series, ranked) for series in figure.series))


def _with_others(figure: FigureSpec, ranked: Sequence[str], most: int, others: str) -> FigureSpec:
    """Return a treemap of its largest parts and of all others as one, so that shares are of the whole."""
    kept = _picked(figure.series[0], ranked)
    rest = sum(value for value in kept.y[most:] if value is not None)
    return replace(figure, series=(replace(kept, x=(*kept.x[:most], others), y=(*kept.y[:most], rest)),))


def _weights(figure: FigureSpec) -> dict[str, float]:
    weights: dict[str, float] = {}
    for series in figure.series if figure.kind == "stacked" else figure.series[:1]:
        for x, y in zip(series.x, series.y, strict=False):
            if x is not None and y is not None:
                weights[str(x)] = weights.get(str(x), 0.0) + y
    return weights


def _picked(series: Series, names: Sequence[str]) -> Series:
    held = {str(x): y for x, y in zip(series.x, series.y, strict=False) if x is not None}
    return replace(series, x=tuple(names), y=tuple(held.get(name) for name in names), labels=())


def _categories(figure: FigureSpec) -> tuple[str, ...]:
    if figure.kind == "box":
        return tuple(series.name for series in figure.series)
    if (
        figure.kind == "treemap"
        or figure.kind == "heatmap"
        or (figure.x.kind == "category" and figure.kind != "histogram")
    ):
        return tuple(dict.fromkeys(str(x) for series in figure.series for x in series.x if x is not None))
    if figure.kind in ("bar", "stacked") and figure.x.kind == "number":
        return tuple(dict.fromkeys(_plain(x) for series in figure.series for x in series.x if x is not None))
    return ()


def _plain(x: Value) -> str:
    return str(int(x)) if isinstance(x, float) and x == int(x) else str(x)


def _draw(
    series: Series, index: int, figure: FigureSpec, position: dict[str, float], x_factor: float, y_factor: float
) -> Drawn:
    place: Callable[[Value], float | None]
    if figure.kind == "histogram":
        place = lambda x: float(x) if isinstance(x, int | float) else None  # noqa: E731
    elif position and figure.kind != "box":
        place = lambda x: None if x is None else position.get(_plain(x), position.get(str(x)))  # noqa: E731
    elif figure.x.kind == "date":
        place = read_moment
    else:
        place = lambda x: x / x_factor if isinstance(x, int | float) else None  # noqa: E731
    xs = tuple(place(x) for x in series.x) if figure.kind != "box" else ()
    ys = tuple(None if y is None or not math.isfinite(y) else y / y_factor for y in series.y)
    labels = series.labels
    if figure.kind in ("line", "stacked", "bar") and figure.x.kind == "date" and xs:
        order = sorted((at for at in range(len(xs)) if xs[at] is not None), key=lambda at: xs[at] or 0.0)
        xs, ys = tuple(xs[at] for at in order), tuple(ys[at] for at in order)
        labels = tuple(labels[at] for at in order) if len(labels) == len(series.x) else ()
        if figure.kind == "line" and not labels:
            xs, ys = with_gaps(xs, ys)
    elif figure.kind == "line" and figure.x.kind == "number":
        order = sorted((at for at in range(len(xs)) if xs[at] is not None), key=lambda at: xs[at] or 0.0)
        xs, ys = tuple(xs[at] for at in order), tuple(ys[at] for at in order)
    if figure.kind == "box" and series.x:
        labels = tuple(str(x) for x in series.x)
    return Drawn(series.name, xs, ys, labels, index % COLOURS + 1, DASHES[(index // COLOURS) % len(DASHES)])


def _thinned(
    drawn: list[Drawn], figure: FigureSpec, language: str, notes: list[str], words: dict[str, str]
) -> list[Drawn]:
    most = MOST_POINTS if figure.kind == "line" else max(60, MOST_CLOUD // len(drawn))
    largest = max(len(one.y) for one in drawn)
    if largest <= most:
        return drawn
    kept = [thin(one.y, most) if figure.kind == "line" else spread(len(one.y), most) for one in drawn]
    key = "thinned" if figure.kind == "line" else "sampled"
    fewer = max(len(indices) for indices in kept)
    notes.append(words[key].format(all=write_number(largest, language), shown=write_number(fewer, language)))
    return [
        replace(
            one,
            x=tuple(one.x[at] for at in indices),
            y=tuple(one.y[at] for at in indices),
            labels=tuple(one.labels[at] for at in indices) if len(one.labels) == len(one.y) else (),
        )
        for one, indices in zip(drawn, kept, strict=True)
    ]


def _title(axis: Axis, scaling: Scaling, language: str) -> str:
    unit = scaling.unit(axis.unit, language)
    if not axis.label:
        return unit
    label = sentence(axis.label)
    return f"{label}, {unit}" if unit and unit.lower() not in label.lower() else label
