"""Moving boxes, heat maps and treemaps."""

from __future__ import annotations

from indagate.flows.report.figures.canvas import LINE, widest
from indagate.flows.report.figures.grids import heat_span
from indagate.flows.report.figures.layout import (
    CLEAR,
    Json,
    axis_of,
    hover_form,
    layout_of,
    numbers,
    plain,
    unit_text,
)
from indagate.flows.report.figures.lettering import wrap
from indagate.flows.report.figures.numeral import needed_digits, write_number
from indagate.flows.report.figures.plan import Drawn, Plan
from indagate.flows.report.figures.scale import number_scale
from indagate.flows.report.figures.still import WIDE
from indagate.flows.report.figures.summary import box_of


def move_boxes(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return lying boxes, with the values beyond as dots."""
    boxes = [(one, box_of(one.y, one.labels)) for one in plan.series]
    values = [v for _, box in boxes if box for v in (box.low, box.high, *box.beyond)]
    scale = number_scale(
        values or [0.0],
        language=plan.language,
        log=plan.figure.y.log,
        zero=bool(plan.figure.zero),
        count=6 if width == WIDE else 3,
    )
    lines = [wrap(one.name, width * 0.34, 12, 2) for one, _ in boxes]
    left = widest(line for text in lines for line in text) + 12
    layout = layout_of(plan, width, top=24 if plan.y_title else 6, bottom=24, left=left, right=22)
    layout["xaxis"] = axis_of(scale, grid=True)
    layout["yaxis"] = {
        "type": "category",
        "autorange": "reversed",
        "fixedrange": True,
        "showgrid": False,
        "tickfont": {"color": "@ink"},
        "tickmode": "array",
        "tickvals": [plain(one.name) for one, _ in boxes],  # a number would be read as a name: 3 as "3"
        "ticktext": ["<br>".join(plain(t) for t in text) for text in lines],
    }
    held = [(one, box) for one, box in boxes if box]
    beyond = [(one.name, value) for one, box in held for value in box.beyond]
    data: list[Json] = [
        {
            "type": "box",
            "orientation": "h",
            "y": [plain(one.name) for one, _ in held],
            "q1": numbers([b.q1 for _, b in held]),
            "median": numbers([b.median for _, b in held]),
            "q3": numbers([b.q3 for _, b in held]),
            "lowerfence": numbers([b.low for _, b in held]),
            "upperfence": numbers([b.high for _, b in held]),
            "line": {"color": "@s1", "width": 1.5},
            "fillcolor": "@s1*0.28",
            "name": "",
            "width": 0.6,
            "xhoverformat": hover_form(plan),
        },
        {
            "type": "scatter",
            "mode": "markers",
            "x": numbers([value for _, value in beyond]),
            "y": [plain(name) for name, _ in beyond],
            "marker": {"color": "@s1", "size": 4.5, "opacity": 0.62},
            "hovertemplate": f"%{{y}}: %{{x:{hover_form(plan)}}}{unit_text(plan)}<extra></extra>",
        },
    ]
    layout["hovermode"] = "closest"
    return data, layout


def move_heat(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return a heat map."""
    low, high, both = heat_span(plan)
    columns = max(1, len(plan.categories))
    most = width * (0.3 if width == WIDE else 0.32)
    names = [wrap(one.name, most, 12, 1)[0] for one in plan.series]
    left = widest(names) + 10
    slot = (width - left - 2) / columns
    cells = {x: plan.categories[x] for x in range(columns)}
    texts = [
        ["" if y is None else write_number(y, plan.language, plan.digits) for y in _row(one, columns)]
        for one in plan.series
    ]
    fits = widest(text for row in texts for text in row) <= slot - 4
    every = max(1, int(-(-(min(widest(plan.categories), slot * 4) + 6) // slot))) if slot < 60 else 1
    layout = layout_of(plan, width, top=26 + (LINE if plan.y_title else 0), bottom=4, left=left, right=2)
    layout["xaxis"] = {
        "side": "top",
        "type": "category",
        "fixedrange": True,
        "showgrid": False,
        "tickmode": "array",
        "tickangle": 0,
        "ticks": "",
        "tickvals": [plain(cells[at]) for at in range(0, columns, every)],
        "ticktext": [plain(wrap(cells[at], slot * every - 4, 12, 1)[0]) for at in range(0, columns, every)],
    }
    layout["yaxis"] = {
        "type": "category",
        "autorange": "reversed",
        "fixedrange": True,
        "showgrid": False,
        "ticks": "",
        "tickfont": {"color": "@ink"},
        "tickmode": "array",
        "tickvals": [plain(one.name) for one in plan.series],
        "ticktext": [plain(name) for name in names],
    }
    scale = [[0, "@s2*heat"], [0.5, "@bg"], [1, "@s1*heat"]] if both else [[0, "@s1*0.05"], [1, "@s1*heat"]]
    trace = {
        "type": "heatmap",
        "x": [plain(name) for name in plan.categories],
        "y": [plain(one.name) for one in plan.series],
        "z": [numbers(_row(one, columns)) for one in plan.series],
        "zmin": low,
        "zmax": high,
        "colorscale": scale,
        "showscale": False,
        "xgap": 2,
        "ygap": 2,
        "text": texts,
        "texttemplate": "%{text}" if fits else "",
        "textfont": {"color": "@ink", "size": 12},
        "hoverongaps": False,
        "hovertemplate": f"%{{y}}, %{{x}}: %{{text}}{unit_text(plan)}<extra></extra>",
    }
    return [trace], layout


def _row(one: Drawn, columns: int) -> list[float | None]:
    held = {int(x): y for x, y in zip(one.x, one.y, strict=True) if x is not None}
    return [held.get(at) for at in range(columns)]


def move_treemap(plan: Plan, width: float) -> tuple[list[Json], Json]:
    """Return parts of a whole as rectangles."""
    one = plan.series[0]
    parts = [(plan.categories[int(x)], y) for x, y in zip(one.x, one.y, strict=True) if x is not None and y and y > 0]
    parts.sort(key=lambda part: -part[1])
    total = sum(size for _, size in parts)
    digits = needed_digits(tuple(size for _, size in parts), 2)
    shares = [write_number(100 * size / total, plan.language, 1) + "\u00a0%" for _, size in parts]
    texts = [
        f"{write_number(size, plan.language, digits)} · {share}" for (_, size), share in zip(parts, shares, strict=True)
    ]
    layout = layout_of(plan, width, top=22 if plan.y_title else 2, bottom=2, left=0, right=0)
    trace = {
        "type": "treemap",
        "labels": [plain(name) for name, _ in parts],
        "parents": [""] * len(parts),
        "values": numbers([size for _, size in parts]),
        "text": texts,
        "texttemplate": "<b>%{label}</b><br>%{text}",
        "marker": {"colors": ["@s1"] * len(parts), "line": {"color": "@bg", "width": 2}},
        "textfont": {"color": "@bg", "size": 12},
        "tiling": {"packing": "squarify", "squarifyratio": 1, "pad": 0},
        "pathbar": {"visible": False},
        "hovertemplate": "%{label}: %{text}<extra></extra>",
        "sort": True,
        "root": {"color": CLEAR},
    }
    return [trace], layout
