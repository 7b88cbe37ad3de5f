"""Still figures: SVG that needs no script, drawn for a wide page or a phone. For print, mail and no browser at all."""

from __future__ import annotations

from indagate.flows.report.figures.bars import draw_columns, draw_histogram, draw_rows, lies, rows_height
from indagate.flows.report.figures.canvas import Canvas
from indagate.flows.report.figures.frame import NARROW
from indagate.flows.report.figures.grids import (
    boxes_height,
    draw_boxes,
    draw_heat,
    draw_treemap,
    heat_height,
)
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.strokes import draw_areas, draw_lines, draw_scatter

WIDE = 720
PHONE = 344


def figure_height(plan: Plan, width: float) -> float:
    """Return how high a figure of this width is."""
    plain = 280.0 if width > NARROW else 270.0
    match plan.figure.kind:
        case "bar" | "stacked" if lies(plan, width):
            return rows_height(plan, width)
        case "box":
            return boxes_height(plan)
        case "heatmap":
            return heat_height(plan)
        case "scatter":
            return plain + 24
        case _:
            events = sum(1 for mark in plan.figure.marks if mark.kind in ("event", "band"))
            return plain + min(4, events) * 8


def lowest(plan: Plan, width: float) -> float | None:
    """Return how much lower than usual a figure of this width can be drawn, None where it has one height only."""
    match plan.figure.kind:
        case "line" | "scatter" | "histogram":
            return 0.62
        case "bar" | "stacked" if not lies(plan, width):
            return 0.6
        case "bar" | "stacked" | "box":
            return 0.75
        case "treemap":
            return 0.7
        case _:
            return None


def draw_svg(plan: Plan, width: float = WIDE, *, style: str = "", stretch: float = 1.0) -> str:
    """Return the figure as SVG. Its colours are the page's; `style` gives a picture that stands alone its own.

    A figure that has not just one height is `stretch` times as high as usual.
    """
    canvas = Canvas(float(width), figure_height(plan, width) * (stretch if lowest(plan, width) else 1.0))
    match plan.figure.kind:
        case "line":
            draw_lines(canvas, plan)
        case "scatter":
            draw_scatter(canvas, plan)
        case "stacked" if plan.figure.x.kind == "date":
            draw_areas(canvas, plan)
        case "bar" | "stacked":
            (draw_rows if lies(plan, width) else draw_columns)(canvas, plan)
        case "histogram":
            draw_histogram(canvas, plan)
        case "box":
            draw_boxes(canvas, plan)
        case "heatmap":
            draw_heat(canvas, plan)
        case "treemap":
            draw_treemap(canvas, plan)
    return canvas.svg(plan.figure.alt or plan.figure.title, style)
