"""What moving figures share: margins, axes, marks, and how values are written.

A text `@s1` stands for the page's colour of that name, `@s1*0.5` for a mixture of it with the background.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from indagate.flows.report.figures.canvas import LINE, widest
from indagate.flows.report.figures.flag import Flag, flags, place_of
from indagate.flows.report.figures.frame import Frame
from indagate.flows.report.figures.lettering import wrap
from indagate.flows.report.figures.moment import write_iso
from indagate.flows.report.figures.numeral import separators
from indagate.flows.report.figures.plan import Drawn, Plan
from indagate.flows.report.figures.scale import Scale
from indagate.flows.report.figures.spec import Mark
from indagate.flows.report.figures.spot import RADIUS, Spot, spots_of
from indagate.flows.report.figures.still import figure_height

Json = dict[str, Any]
CLEAR = "rgba(0,0,0,0)"


def layout_of(plan: Plan, width: float, *, top: float, bottom: float, left: float, right: float = 8.0) -> Json:
    """Return the layout that all kinds share: margins, colours, the y axis' words at the top left."""
    title = "<br>".join(plain(line) for line in wrap(plan.y_title, width - 8)) if plan.y_title else ""
    return {
        "height": round(figure_height(plan, width)),
        "autosize": True,
        "margin": {"t": round(top), "b": round(bottom), "l": round(left), "r": round(right), "pad": 0},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "font": {"family": "@figure-font", "size": 12, "color": "@muted"},
        "separators": "".join(separators(plan.language)),
        "showlegend": False,
        "dragmode": False,
        "title": {
            "text": title,
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"l": 2, "t": 2},
            "font": {"size": 12, "color": "@muted", "weight": "normal"},
            "automargin": False,
        },
        "hoverlabel": {
            "bgcolor": "@bg",
            "bordercolor": "@axis",
            "align": "left",
            "font": {"family": "@figure-font", "size": 12, "color": "@ink"},
        },
        "shapes": [],
        "annotations": [],
    }


def plain(text: str) -> str:
    """Return a text that Plotly shows as it is: it reads a few tags and entities."""
    return escape(text, quote=False)


def axis_of(scale: Scale, title: str = "", *, grid: bool, baseline: bool = False) -> Json:
    """Return an axis with the ticks and ends of its scale."""
    ends = [scale.low, scale.high]
    return {
        "range": [write_iso(end) for end in ends] if scale.date else ends,
        "type": "date" if scale.date else "log" if scale.log else "linear",
        "tickmode": "array",
        "tickvals": [write_iso(at) if scale.date else at for at, _ in scale.ticks],
        "ticktext": [plain(text) for _, text in scale.ticks],
        "fixedrange": True,
        "showgrid": grid,
        "gridcolor": "@grid",
        "zeroline": grid and not scale.log and not scale.date,
        "zerolinecolor": "@axis",
        "zerolinewidth": 1,
        "showline": baseline,
        "linecolor": "@axis",
        "ticks": "outside" if baseline else "",
        "ticklen": 4,
        "tickcolor": "@axis",
        "tickangle": 0,
        "title": {"text": plain(title), "font": {"size": 12, "color": "@muted"}, "standoff": 6},
    }


def framed(
    plan: Plan, width: float, x: Scale, y: Scale, *, right: float = 8.0, grid_x: bool = False
) -> tuple[Json, float]:
    """Return the layout of a figure with two axes, and how high its plot is."""
    left = widest(text for _, text in y.ticks) + 12
    plot = width - left - right
    labels = flags(plan, x, left, plot, width)
    lines = len(wrap(plan.y_title, width - 8)) if plan.y_title else 0
    top = 10 + (lines + max((flag.row + 1 for flag in labels), default=0)) * LINE
    bottom = 26 + (LINE + 4 if plan.x_title else 0)
    layout = layout_of(plan, width, top=top, bottom=bottom, left=left, right=right)
    layout["xaxis"] = axis_of(x, plan.x_title, grid=grid_x, baseline=True)
    layout["yaxis"] = axis_of(y, grid=True)
    height = layout["height"] - top - bottom
    for flag in labels:
        _event(layout, flag.mark, plan, x, flag, height)
    for mark in plan.figure.marks:
        if mark.kind in ("event", "band") and not mark.label:
            _event(layout, mark, plan, x, None, height)
        _level(plan, layout, mark.kind, mark.y, mark.label, y)
    frame = Frame(left, top, left + plot, layout["height"] - bottom, x, y)
    for spot in spots_of(plan, frame):
        _point(plan, layout, spot, frame)
    return layout, height


def _event(layout: Json, mark: Mark, plan: Plan, x: Scale, flag: Flag | None, height: float) -> None:
    """Add an event's line, which reaches up to its label, or a period's band."""
    at, to = place_of(mark.x, plan), place_of(mark.to, plan)
    if at is None or (mark.kind == "band" and to is None):
        return
    end = to if mark.kind == "band" and to is not None else at
    shape: Json = {"xref": "x", "yref": "paper", "y0": 0, "y1": 1, "layer": "below"}
    shape |= {"x0": axis_value(at, x), "x1": axis_value(end, x)}
    if mark.kind == "band":
        shape |= {"type": "rect", "fillcolor": "@ink*0.07", "line": {"width": 0}}
    else:
        reach = 1 + (flag.row + 0.9) * LINE / height if flag else 1
        shape |= {"type": "line", "y1": reach, "line": {"color": "@muted", "width": 1, "dash": "4px,3px"}}
    layout["shapes"].append(shape)
    if flag:
        note = _note(flag.label) | {"x": axis_value((at + end) / 2, x), "xshift": round(flag.middle - flag.at)}
        note |= {"xanchor": "center", "yanchor": "bottom", "yshift": flag.row * LINE}
        layout["annotations"].append(note | {"y": 1, "yref": "paper"})


def _level(plan: Plan, layout: Json, kind: str, y: float | None, label: str, up: Scale) -> None:
    if kind != "level" or y is None:
        return
    value = y / plan.y_scaling.factor
    line = {"color": "@muted", "width": 1, "dash": "4px,3px"}
    layout["shapes"].append(
        {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "yref": "y", "y0": value, "y1": value, "line": line}
    )
    place = {"xref": "paper", "x": 1, "xanchor": "right", "y": axis_value(value, up), "yanchor": "bottom"}
    layout["annotations"].append(_note(label) | place)


def _point(plan: Plan, layout: Json, spot: Spot, frame: Frame) -> None:
    """Add a ring around a point, and its label with the line that leads there."""
    x = axis_value(place_of(spot.mark.x, plan) or 0.0, frame.x)
    y = (spot.mark.y or 0.0) / plan.y_scaling.factor
    there: Json = {"xsizemode": "pixel", "ysizemode": "pixel", "xanchor": x, "yanchor": y}
    ring = there | {"type": "circle", "fillcolor": "@bg"}
    size = {"x0": -RADIUS, "x1": RADIUS, "y0": -RADIUS, "y1": RADIUS, "line": {"color": "@ink", "width": 1.6}}
    layout["shapes"].append(ring | size)
    if spot.label is None:
        return
    place = _note(spot.text) | {"x": x, "y": axis_value(y, frame.y), "xanchor": "left", "yanchor": "bottom"}
    across, down = round(spot.label.left - spot.x), round(spot.label.base + 4 - spot.y)
    if spot.label.lead is not None:
        end = {"x1": round(spot.label.lead[0] - spot.x), "y1": round(spot.y - spot.label.lead[1])}
        line = {"type": "line", "line": {"color": "@muted", "width": 1}, "x0": 0, "y0": 0}
        layout["shapes"].append(there | line | end)
    layout["annotations"].append(place | {"xshift": across, "yshift": -down})


def _note(label: str) -> Json:
    return {
        "text": plain(label),
        "showarrow": False,
        "font": {"size": 11.5, "color": "@ink", "weight": 600},
        "borderpad": 1,
    }


def axis_value(value: float, scale: Scale) -> Any:
    """Return where a value stands on an axis of Plotly."""
    if scale.date:
        return write_iso(value)
    return math.log10(value) if scale.log and value > 0 else value


def numbers(values: Sequence[float | None]) -> list[float | None]:
    """Return numbers with the digits that a picture can show."""
    return [None if value is None else float(f"{value:.6g}") for value in values]


def hover_form(plan: Plan) -> str:
    """Return how a value is written when it is pointed at."""
    return f",.{plan.digits}f"


def unit_text(plan: Plan) -> str:
    """Return the unit behind a value."""
    unit = plan.y_scaling.unit(plan.figure.y.unit, plan.language)
    return f" {plain(unit)}" if unit else ""


def places_across(one: Drawn, plan: Plan) -> list[Any]:
    """Return a series' x as Plotly takes it."""
    if plan.categories:
        return [None if x is None else plain(plan.categories[int(x)]) for x in one.x]
    if plan.figure.x.kind == "date":
        return [None if x is None else write_iso(x) for x in one.x]
    return list(numbers(one.x))
