"""Figures: what they show (`spec`), which kind suits (`choose`), and how they are drawn.

`choose_kind(shape)` names the kind for data; `render_charts` writes one page per figure and needs no network;
`draw_svg(figure, language=…)` is the still picture for print.
"""

from indagate.flows.report.figures.spec import Axis, AxisKind, FigureSpec, Kind, Mark, MarkKind, Series, Value

__all__ = ["Axis", "AxisKind", "FigureSpec", "Kind", "Mark", "MarkKind", "Series", "Value"]
