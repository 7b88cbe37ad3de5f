"""Moving bars and histograms."""

from __future__ import annotations

import itertools

from indagate.flows.report.figures.bars import histogram_of, lies, row_names, with_room
from indagate.flows.report.figures.canvas import LINE, widest
from indagate.flows.report.figures.layout import (
    Json,
    axis_of,
    framed,
    hover_form,
    layout_of,
    numbers,
    places_across,
    plain,
    unit_text,
)
from indagate.flows.report.figures.lettering import text_width, wrap
from indagate.flows.report.figures.moment import DAY
from indagate.flows.report.figures.moving_strokes import read_dates
from indagate.flows.report.figures.numeral import needed_digits, write_number
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import Scale, number_scale
from indagate.flows.report.figures.still import WIDE, figure_height
from indagate.flows.report.figures.strokes import x_scale_of, y_scale_of


def move_bars(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return bars, lying or upright, grouped or stacked."""
    lying = lies(plan, width)
    single = len(plan.series) == 1
    values = [y for one in plan.series for y in one.y if y is not None]
    ends = _stacked_ends(plan) if plan.figure.kind == "stacked" else values
    data: list[Json] = []
    named, valued = ("y", "x") if lying else ("x", "y")
    value = f"%{{{valued}:{hover_form(plan)}}}{unit_text(plan)}"
    for one in plan.series:
        across, up = places_across(one, plan), numbers(one.y)
        texts = [plan.value_text(v) if v is not None else "" for v in one.y]
        name = plain(one.name) if not single else ""
        data.append(
            {
                "type": "bar",
                "name": plain(one.name),
                "orientation": "h" if lying else "v",
                "x": up if lying else across,
                "y": across if lying else up,
                "marker": {"color": f"@s{one.colour}", "line": {"width": 0}},
                "text": [plain(text) for text in texts] if single else None,
                "textposition": "outside" if single else "none",
                "textfont": {"color": "@ink", "size": 12, "weight": 600},
                "cliponaxis": False,
                "constraintext": "none",
                "hovertemplate": f"%{{{named}}}: {value}<extra>{name}</extra>",
            }
        )
    if lying:
        layout = _lying(plan, width, ends, single)
    else:
        layout, texts_fit = _upright(plan, width, ends, values)
        for trace in data if not (single and texts_fit) else ():
            trace |= {"text": None, "textposition": "none"}
    layout |= {
        "barmode": "relative" if plan.figure.kind == "stacked" else "group",
        "bargap": 0.3,
        "hovermode": "closest",
    }
    return data, layout


def _stacked_ends(plan: Plan) -> list[float]:
    up: dict[float, float] = {}
    down: dict[float, float] = {}
    for one in plan.series:
        for x, y in zip(one.x, one.y, strict=True):
            if x is not None and y is not None:
                side = up if y >= 0 else down
                side[x] = side.get(x, 0.0) + y
    return [*up.values(), *down.values()]


def _lying(plan: Plan, width: float, ends: list[float], single: bool) -> Json:
    count = 5 if width == WIDE else 3
    scale = number_scale([0.0, *ends], language=plan.language, zero=True, count=count, room=0)
    names = list(row_names(plan, width).values())
    room = widest(plan.value_text(end) for end in ends) + 14 if single else 12
    left = widest(line for lines in names for line in lines) + 12 + (room if single and min(ends) < 0 else 0)
    layout = layout_of(plan, width, top=24 if plan.y_title else 8, bottom=8 if single else 24, left=left, right=room)
    layout["xaxis"] = axis_of(scale, grid=not single) | {"showticklabels": not single, "zeroline": True}
    layout["yaxis"] = {
        "type": "category",
        "autorange": "reversed",
        "fixedrange": True,
        "tickmode": "array",
        "tickfont": {"color": "@ink"},
        "tickvals": [plain(name) for name in plan.categories],
        "ticktext": ["<br>".join(plain(line) for line in lines) for lines in names],
        "showgrid": False,
        "ticks": "",
        "ticklabelshift": 0,
        "ticklabelstandoff": round(6 + (room - 8 if single and min(ends) < 0 else 0)),  # a fraction is not taken
    }
    return layout


def _upright(plan: Plan, width: float, ends: list[float], values: list[float]) -> tuple[Json, bool]:
    dated = plan.figure.x.kind == "date"
    room = with_room(ends) if len(plan.series) == 1 and not dated else ends
    y = y_scale_of(plan, [0.0, *room], figure_height(plan, width), zero=True)
    if dated:
        xs = sorted({x for one in plan.series for x in one.x if x is not None})
        gap = min((b - a for a, b in itertools.pairwise(xs)), default=DAY)
        x = x_scale_of(plan, width - 60, ends=(xs[0] - gap / 2, xs[-1] + gap / 2))
        layout, _ = framed(plan, width, x, y)
        read_dates(plan, layout)
        return layout, False
    count = len(plan.categories)
    layout, _ = framed(plan, width, Scale(-0.5, count - 0.5, ()), y)
    slot = (width - 60) / count
    lines = [wrap(name, slot - 6, 12, 2) for name in plan.categories]
    layout["xaxis"] |= {
        "type": "category",
        "tickvals": [plain(name) for name in plan.categories],
        "ticks": "",
        "tickfont": {"color": "@ink"},
        "ticktext": ["<br>".join(plain(line) for line in text) for text in lines],
    }
    if max(len(text) for text in lines) > 1:
        layout["margin"]["b"] += LINE
    return layout, max(text_width(plan.value_text(value)) for value in values) <= slot - 4


def move_histogram(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return how often values of each size occur."""
    edges, counts = histogram_of(plan)
    x = number_scale(list(edges), language=plan.language, count=max(3, int(width / 76)), room=0.01)
    y = y_scale_of(plan, [0.0, *counts], figure_height(plan, width), zero=True)
    layout, _ = framed(plan, width, x, y)
    layout |= {"bargap": 0, "hovermode": "closest"}
    digits = needed_digits(edges, 4)
    spans = [
        f"{write_number(a, plan.language, digits)} – {write_number(b, plan.language, digits)}"
        for a, b in itertools.pairwise(edges)
    ]
    trace = {
        "type": "bar",
        "x": [(a + b) / 2 for a, b in itertools.pairwise(edges)],
        "y": list(counts),
        "text": spans,
        "width": [b - a for a, b in itertools.pairwise(edges)],
        "textposition": "none",
        "marker": {"color": "@s1", "line": {"color": "@bg", "width": 1}},
        "hovertemplate": f"{plain(plan.x_title)}: %{{text}}<br>{plain(plan.y_title)}: %{{y:,.0f}}<extra></extra>",
    }
    return [trace], layout
