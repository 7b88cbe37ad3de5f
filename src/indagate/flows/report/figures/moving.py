"""Moving figures: what Plotly draws in a browser, laid out as the still ones are, in the colours of the page."""

from __future__ import annotations

from indagate.flows.report.figures.layout import (
    Json,
)
from indagate.flows.report.figures.moving_bars import move_bars, move_histogram
from indagate.flows.report.figures.moving_grids import move_boxes, move_heat, move_treemap
from indagate.flows.report.figures.moving_strokes import move_areas, move_cloud, move_lines
from indagate.flows.report.figures.numeral import separators, tongue, write_month
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.still import WIDE


def moving_figure(plan: Plan, width: float = WIDE) -> Json:
    """Return Plotly's `data`, `layout` and `config` for a page (or a phone, by the width)."""
    match plan.figure.kind:
        case "line":
            data, layout = move_lines(plan, width)
        case "scatter":
            data, layout = move_cloud(plan, width)
        case "stacked" if plan.figure.x.kind == "date":
            data, layout = move_areas(plan, width)
        case "bar" | "stacked":
            data, layout = move_bars(plan, width)
        case "histogram":
            data, layout = move_histogram(plan, width)
        case "box":
            data, layout = move_boxes(plan, width)
        case "heatmap":
            data, layout = move_heat(plan, width)
        case "treemap":
            data, layout = move_treemap(plan, width)
    return {"data": data, "layout": layout, "config": CONFIG | {"locale": tongue(plan.language)}}


CONFIG: Json = {
    "displayModeBar": False,
    "displaylogo": False,
    "responsive": False,
    "showTips": False,
    "doubleClick": "reset",
    "scrollZoom": False,
}


def locale_of(language: str) -> Json:
    """Return how Plotly names days and months, and writes dates and numbers in this language."""
    point, comma = separators(language)
    months = [write_month(month, language) for month in range(1, 13)]
    days = {"ru": "вс пн вт ср чт пт сб", "de": "So Mo Di Mi Do Fr Sa", "fr": "dim. lun. mar. mer. jeu. ven. sam."}
    short = days.get(tongue(language), "Sun Mon Tue Wed Thu Fri Sat").split()
    dates = {
        "date": "%d.%m.%Y",
        "year": "%Y",
        "month": "%b %Y",
        "dayMonth": "%-d %b",
        "dayMonthYear": "%-d %b %Y",
        "hours": "%H:%M",
        "time": "%H:%M:%S",
        "dateTime": "%d.%m.%Y %H:%M",
    }
    words = {"days": short, "shortDays": short, "months": months, "shortMonths": months, "periods": ["", ""]}
    return {
        "moduleType": "locale",
        "name": tongue(language),
        "dictionary": {},
        "format": words | dates | {"decimal": point, "thousands": comma, "grouping": [3], "currency": ["", ""]},
    }
