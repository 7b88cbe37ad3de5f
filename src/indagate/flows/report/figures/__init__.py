"""Figures: what they show (`spec`), which kind suits (`choose`), and how they are drawn.

`render_charts(figures, folder)` writes a page and a still picture for each; nothing in them needs a network.
"""

from indagate.flows.report.figures.choose import Shape, choose_kind, needs_log
from indagate.flows.report.figures.render import render_charts
from indagate.flows.report.figures.spec import Axis, AxisKind, FigureSpec, Kind, Mark, MarkKind, Series, Value

__all__ = [
    "Axis",
    "AxisKind",
    "FigureSpec",
    "Kind",
    "Mark",
    "MarkKind",
    "Series",
    "Shape",
    "Value",
    "choose_kind",
    "needs_log",
    "render_charts",
]
