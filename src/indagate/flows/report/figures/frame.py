"""The frame of a still figure: where the plot lies, its axes and ticks, and what is pointed out in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from indagate.flows.report.figures.canvas import LINE, TEXT, Canvas, widest
from indagate.flows.report.figures.flag import flags, place_of
from indagate.flows.report.figures.lettering import shorten, text_width, wrap
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import Scale

NARROW = 520.0
"""Below this width a figure is drawn for a phone."""
_EDGE = 6.0
Box4 = tuple[float, float, float, float]


@dataclass(slots=True)
class Frame:
    """The plot's rectangle and its scales; `taken` are the places of labels already written."""

    left: float
    top: float
    right: float
    bottom: float
    x: Scale
    y: Scale
    taken: list[Box4] = field(default_factory=list)

    def px(self, value: float) -> float:
        """Return where a value stands across."""
        return self.left + self.x.place(value) * (self.right - self.left)

    def py(self, value: float) -> float:
        """Return where a value stands, from the top."""
        return self.bottom - self.y.place(value) * (self.bottom - self.top)


def frame_of(canvas: Canvas, plan: Plan, x: Scale, y: Scale, *, right: float = 0.0) -> Frame:
    """Return the frame that leaves room for ticks, titles, marks' labels, and `right` pixels for names of lines."""
    left = widest(text for _, text in y.ticks) + 12
    last = text_width(x.ticks[-1][1]) / 2 if x.ticks else 0.0
    margin = max(right, _EDGE, last if x.ticks and x.place(x.ticks[-1][0]) > 0.93 else 0.0)
    width = canvas.width - left - margin
    rows = max((flag.row for flag in flags(plan, x, left, width, canvas.width)), default=-1)
    top = _EDGE + (LINE * len(wrap(plan.y_title, canvas.width - 8)) + 5 if plan.y_title else 0.0) + (rows + 1) * LINE
    bottom = canvas.height - 22 - (LINE + 2 if plan.x_title else 0)
    return Frame(left, top + 4, left + width, bottom, x, y)


def draw_axes(canvas: Canvas, plan: Plan, frame: Frame, *, grid_x: bool = False, ticks_x: bool = True) -> None:
    """Draw grid, ticks and titles."""
    for tick, text in frame.y.ticks:
        at = frame.py(tick)
        if not frame.top - 1 <= at <= frame.bottom + 1:
            continue
        canvas.line(frame.left, at, frame.right, at, "zr" if tick == 0 and not frame.y.log else "gr")
        canvas.text(frame.left - 8, at + 4, text, "tk", "end")
    for tick, text in frame.x.ticks if ticks_x else ():
        at = frame.px(tick)
        if grid_x:
            canvas.line(at, frame.top, at, frame.bottom, "gr")
        canvas.line(at, frame.bottom, at, frame.bottom + 4, "ax")
        half = text_width(text) / 2
        middle = min(max(at, half + 1), canvas.width - half - 1)
        canvas.text(middle, frame.bottom + 17, text, "tk", "middle")
    canvas.line(frame.left, frame.bottom, frame.right, frame.bottom, "ax")
    for row, line in enumerate(wrap(plan.y_title, canvas.width - 8)):
        canvas.text(2, TEXT + 1 + row * LINE, line, "at")
    if plan.x_title:
        middle = (frame.left + frame.right) / 2
        canvas.text(middle, canvas.height - 4, shorten(plan.x_title, canvas.width - 8), "at", "middle")


def draw_bands(canvas: Canvas, plan: Plan, frame: Frame) -> None:
    """Shade the bands: before the data, which stand above them."""
    for mark in plan.figure.marks:
        start, end = place_of(mark.x, plan), place_of(mark.to, plan)
        if mark.kind == "band" and start is not None and end is not None:
            left, right = max(frame.left, frame.px(start)), min(frame.right, frame.px(end))
            canvas.rect(left, frame.top, right - left, frame.bottom - frame.top, "bd")


def draw_marks(canvas: Canvas, plan: Plan, frame: Frame) -> None:
    """Draw events and levels with their labels, none over another and no line through one."""
    width = frame.right - frame.left
    for flag in flags(plan, frame.x, frame.left, width, canvas.width):
        base = frame.top - 5 - flag.row * LINE
        if flag.mark.kind == "event":
            canvas.line(flag.at, base - TEXT + 3, flag.at, frame.bottom, "ev")
        canvas.text(flag.middle, base, flag.label, "mk", "middle")
    for mark in plan.figure.marks:
        if mark.kind == "level" and mark.y is not None:
            at = frame.py(mark.y / plan.y_scaling.factor)
            if frame.top - 1 <= at <= frame.bottom + 1:
                canvas.line(frame.left, at, frame.right, at, "ev")
                label = shorten(mark.label, width - 8)
                base = at - 5 if at - frame.top > LINE else at + LINE - 2
                canvas.text(frame.right - 4, base, label, "mk", "end")
                frame.taken.append((frame.right - 4 - text_width(label), base - TEXT, frame.right - 4, base + 3))
