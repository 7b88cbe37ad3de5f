"""What a figure shows, apart from how it is drawn: kind, axes, series, marks, and the words around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["line", "bar", "stacked", "treemap", "histogram", "box", "scatter", "heatmap"]
AxisKind = Literal["date", "number", "category"]
MarkKind = Literal["event", "band", "level", "point"]
Value = str | float | None
"""A place on an axis: a number, a category, a date as `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or with a time after a `T`."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: what it measures, in which unit, and whether its scale is logarithmic.

    The unit is a symbol or word that stands after the number ("%", "USD", "kg"); empty if there is none.
    """

    label: str = ""
    unit: str = ""
    kind: AxisKind = "number"
    log: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Values under one name; `None` is a gap and is drawn as one.

    line, bar, stacked, scatter: y over x; `labels` may name a scatter's points.
    treemap: x the parts' names, y their sizes. heatmap: a series is a row, x its columns' names, y its cells.
    histogram, box: y the raw values, x empty. `file` names a file of the series folder that x and y are read from.
    """

    name: str
    x: tuple[Value, ...] = ()
    y: tuple[float | None, ...] = ()
    labels: tuple[str, ...] = ()
    file: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to point out: an event at x, a band from x to `to`, a level at y, or a point at (x, y)."""

    kind: MarkKind
    label: str = ""
    x: Value = None
    to: Value = None
    y: float | None = None


@dataclass(frozen=True, slots=True)
class FigureSpec:
    """One figure. Its title says the finding; the subtitle what is shown; the source line where it comes from.

    `id` is a name of letters, digits, `_` and `-`: it names the figure's file. `notes` stand under the figure.
    `zero` is whether the value axis must start at zero; None leaves it to the kind (bars do, lines need not).
    """

    id: str
    kind: Kind
    title: str
    subtitle: str = ""
    x: Axis = Axis()
    y: Axis = Axis()
    series: tuple[Series, ...] = ()
    marks: tuple[Mark, ...] = ()
    source: str = ""
    alt: str = ""
    notes: tuple[str, ...] = ()
    zero: bool | None = None
