"""Moving lines, areas and clouds of points."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from indagate.flows.report.figures.canvas import LINE, spread_labels, widest
from indagate.flows.report.figures.layout import (
    Json,
    framed,
    hover_form,
    numbers,
    places_across,
    plain,
    unit_text,
)
from indagate.flows.report.figures.lettering import wrap
from indagate.flows.report.figures.moment import DAY, write_iso
from indagate.flows.report.figures.numeral import needed_digits, tongue
from indagate.flows.report.figures.plan import Drawn, Plan
from indagate.flows.report.figures.scale import Scale
from indagate.flows.report.figures.still import WIDE, figure_height
from indagate.flows.report.figures.strokes import layers_of, named_at_ends, x_scale_of, y_scale_of


def _line_trace(one: Drawn, plan: Plan, mode: str) -> Json:
    longest = max(len(each.y) for each in plan.series)
    name = plain(one.name) if len(plan.series) > 1 else ""
    return {
        "type": "scatter",
        "mode": mode,
        "name": plain(one.name),
        "x": places_across(one, plan),
        "y": numbers(one.y),
        "connectgaps": False,
        "cliponaxis": False,
        "line": {
            "color": f"@s{one.colour}",
            "width": 1.3 if longest > 250 else 2,
            "dash": one.dash.replace(" ", "px,") + "px" if one.dash else "solid",
        },
        "marker": {"color": f"@s{one.colour}", "size": 5},
        "hovertemplate": f"%{{y:{hover_form(plan)}}}{unit_text(plan)}<extra>{name}</extra>",
    }


def read_dates(plan: Plan, layout: Json) -> None:
    """Let dates be read in full when pointed at, and a long line be looked at closely."""
    xs = sorted({x for one in plan.series for x in one.x if x is not None})
    steps = sorted(b - a for a, b in itertools.pairwise(xs))
    typical = steps[len(steps) // 2] if steps else DAY
    if plan.figure.x.kind == "date":
        form = "%Y" if typical > 300 * DAY else "%b %Y" if typical > 27 * DAY else "%-d %b %Y"
        layout["xaxis"]["hoverformat"] = form if typical >= DAY * 0.9 else "%-d %b %Y %H:%M"
        if tongue(plan.language) in ("zh", "ja"):
            layout["xaxis"]["hoverformat"] = {"%Y": "%Y年", "%b %Y": "%Y年%-m月"}.get(form, "%Y年%-m月%-d日")
    layout["hovermode"] = "x unified"
    layout["xaxis"]["unifiedhovertitle"] = {"text": "<b>%{x}</b>"}


def move_lines(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return lines over dates, numbers or ordered categories."""
    values = [y for one in plan.series for y in one.y if y is not None]
    direct = named_at_ends(plan) and width == WIDE
    right = min(160.0, widest(one.name for one in plan.series)) + 16 if direct else 14.0
    y = y_scale_of(plan, values, figure_height(plan, width), zero=False)
    layout, plot = framed(plan, width, x_scale_of(plan, width - right - 60), y, right=right)
    mode = "lines+markers" if max(len(one.y) for one in plan.series) <= 16 else "lines"
    if plan.categories:
        layout["xaxis"] |= {
            "tickvals": [plain(plan.categories[int(at)]) for at in layout["xaxis"]["tickvals"]],
            "type": "category",
        }
    read_dates(plan, layout)
    if direct:
        ends = [next((v for v in reversed(one.y) if v is not None), None) for one in plan.series]
        _name_ends(plan, layout, plot, y, ends)
    return [_line_trace(one, plan, mode) for one in plan.series], layout


def _name_ends(plan: Plan, layout: Json, plot: float, y: Scale, ends: Sequence[float | None]) -> None:
    lines = [wrap(one.name, 160.0) for one in plan.series]
    wanted = [(1 - y.place(end)) * plot if end is not None else 0.0 for end in ends]
    moved = spread_labels(wanted, [len(text) * (LINE - 1) + 2 for text in lines], -6, plot + 6)
    for one, end, from_top, text in zip(plan.series, ends, moved, lines, strict=True):
        if end is not None:
            layout["annotations"].append(
                {
                    "xref": "paper",
                    "x": 1,
                    "xanchor": "left",
                    "xshift": 9,
                    "yref": "paper",
                    "y": 1 - from_top / plot,
                    "yanchor": "middle",
                    "text": "<br>".join(plain(line) for line in text),
                    "showarrow": False,
                    "align": "left",
                    "font": {"color": f"@s{one.colour}", "size": 12, "weight": 600},
                }
            )


def move_areas(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return areas stacked over dates; where one has a gap, all have."""
    xs, layers = layers_of(plan)
    tops = [edge[1] for layer in layers for edge in layer.edges if edge]
    direct = named_at_ends(plan) and width == WIDE
    right = min(160.0, widest(one.name for one in plan.series)) + 16 if direct else 14.0
    y = y_scale_of(plan, tops or [1.0], figure_height(plan, width), zero=True)
    layout, plot = framed(plan, width, x_scale_of(plan, width - right - 60), y, right=right)
    read_dates(plan, layout)
    data = []
    for layer in layers:
        own = [None if edge is None else edge[1] - edge[0] for edge in layer.edges]
        trace = _line_trace(layer.drawn, plan, "lines") | {
            "x": [write_iso(x) for x in xs],
            "y": numbers(own),
            "stackgroup": "all",
            "stackgaps": "infer zero",
            "fillcolor": f"@s{layer.drawn.colour}*0.82",
            "line": {"color": "@bg", "width": 1},
        }
        data.append(trace)
    if any(edge is None for layer in layers for edge in layer.edges):
        data = [trace | {"stackgaps": "interpolate"} for trace in data]
    if direct:
        last = [next((edge for edge in reversed(layer.edges) if edge), None) for layer in layers]
        _name_ends(plan, layout, plot, y, [(edge[0] + edge[1]) / 2 if edge else None for edge in last])
    return data, layout


def move_cloud(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return a cloud of points."""
    values = [y for one in plan.series for y in one.y if y is not None]
    y = y_scale_of(plan, values, figure_height(plan, width), zero=False)
    layout, _ = framed(plan, width, x_scale_of(plan, width - 60), y, right=14.0, grid_x=True)
    count = sum(len(one.y) for one in plan.series)
    size = 8 if count <= 80 else 6.5 if count <= 400 else 5
    x_unit = plan.x_scaling.unit(plan.figure.x.unit, plan.language)
    xs = [abs(x) for one in plan.series for x in one.x if x is not None]
    x_digits = needed_digits(tuple(xs), 3)
    data = []
    for one in plan.series:
        name = f"<b>{plain(one.name)}</b>" if len(plan.series) > 1 else ""
        labels = [plain(label) for label in one.labels] if len(one.labels) == len(one.y) else []
        head = "%{text}<br>" if any(labels) else ""
        x_form = "%{x}" if plan.figure.x.kind == "date" else f"%{{x:,.{x_digits}f}} {plain(x_unit)}".strip()
        value = f"%{{y:{hover_form(plan)}}}{unit_text(plan)}"
        words = f"{head}{plain(plan.figure.x.label)}: {x_form}<br>{plain(plan.figure.y.label)}: {value}"
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": plain(one.name),
                "x": places_across(one, plan),
                "y": numbers(one.y),
                "text": labels,
                "marker": {
                    "color": f"@s{one.colour}",
                    "size": size,
                    "opacity": 0.66,
                    "line": {"color": "@bg", "width": 0.6},
                },
                "hovertemplate": f"{words}<extra>{name}</extra>",
            }
        )
    layout["hovermode"] = "closest"
    return data, layout
