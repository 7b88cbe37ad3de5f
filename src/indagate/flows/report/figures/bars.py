"""Bars, upright and lying, grouped and stacked, and histograms, drawn as still pictures."""

from __future__ import annotations

import itertools

from indagate.flows.report.figures.canvas import LINE, TEXT, Canvas, widest
from indagate.flows.report.figures.frame import NARROW, Frame, draw_axes, draw_bands, draw_marks, frame_of
from indagate.flows.report.figures.lettering import shorten, shorten_apart, text_width, wrap
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import Scale, number_scale
from indagate.flows.report.figures.spot import draw_spots
from indagate.flows.report.figures.strokes import x_scale_of, y_scale_of
from indagate.flows.report.figures.summary import bin_values

_ROWS = (26.0, 32.0, 44.0)
"""How high the row of a lying bar is whose name stands in one, two or three lines."""
_UNDER = 11.5
"""Pixels between the two lines of a bar's name."""


def lies(plan: Plan, width: float) -> bool:
    """Whether bars lie: when their names do not fit under upright ones."""
    if plan.figure.x.kind == "date":
        return False
    groups = len(plan.series) if plan.figure.kind == "bar" else 1
    slot = (width - 60) / max(1, len(plan.categories))
    if slot / groups < 14:
        return True
    fits = all(widest(word for word in name.split()) <= slot - 8 for name in plan.categories)
    return not fits or any(len(wrap(name, slot - 6, TEXT, 9)) > 2 for name in plan.categories)


def row_names(plan: Plan, width: float) -> dict[str, tuple[str, ...]]:
    """Return lying bars' names by their categories: in lines where they show them whole, else cut apart."""
    most = width * (0.36 if width > NARROW else 0.4)
    lines = {name: wrap(name, most, TEXT, 2 if width > NARROW else len(_ROWS)) for name in plan.categories}
    if not any(line.endswith("…") for held in lines.values() for line in held):
        return lines
    return {name: (cut,) for name, cut in shorten_apart(plan.categories, most, TEXT).items()}


def rows_height(plan: Plan, width: float) -> float:
    """Return how high lying bars are drawn."""
    groups = len(plan.series) if plan.figure.kind == "bar" else 1
    row = _ROWS[max((len(lines) for lines in row_names(plan, width).values()), default=1) - 1]
    each = row if groups == 1 else max(row, 12.0 * groups + 10)
    return 46 + each * len(plan.categories) + (LINE if plan.x_title else 0)


def _segments(plan: Plan) -> list[tuple[int, list[tuple[int, float, float]]]]:
    """Return for each category its bars: series, from, to; stacked ones begin where the one before ends."""
    found: list[tuple[int, list[tuple[int, float, float]]]] = []
    for category in range(len(plan.categories)):
        up = down = 0.0
        bars: list[tuple[int, float, float]] = []
        for at, one in enumerate(plan.series):
            value = next((y for x, y in zip(one.x, one.y, strict=True) if x == category and y is not None), None)
            if value is None:
                continue
            if plan.figure.kind == "bar":
                bars.append((at, 0.0, value))
            elif value >= 0:
                bars.append((at, up, up + value))
                up += value
            else:
                bars.append((at, down, down + value))
                down += value
        found.append((category, bars))
    return found


def draw_rows(canvas: Canvas, plan: Plan) -> None:
    """Draw lying bars with their names at the left and, if there is one series, their values at the ends."""
    segments = _segments(plan)
    ends = [end for _, bars in segments for _, *pair in bars for end in pair]
    single = len(plan.series) == 1
    names = row_names(plan, canvas.width)
    longest = widest(line for lines in names.values() for line in lines)
    texts = [plan.value_text(end) for end in ends]
    room = widest(texts) + 8 if single else 8.0
    left = longest + 12 + (room if single and min(ends) < 0 else 0.0)
    top = 22.0 if plan.y_title else 8.0
    scale = number_scale(
        [0.0, *ends], language=plan.language, zero=True, count=5 if canvas.width > NARROW else 3, room=0
    )
    frame = Frame(left, top, canvas.width - room - 4, canvas.height - (8 if single else 24), scale, scale)
    frame.bottom -= LINE if plan.x_title and not single else 0
    if plan.y_title:
        canvas.text(2, TEXT + 1, shorten(plan.y_title, canvas.width - 8), "at")
    for tick, text in () if single else scale.ticks:
        canvas.line(frame.px(tick), frame.top, frame.px(tick), frame.bottom, "gr")
        canvas.text(frame.px(tick), frame.bottom + 16, text, "tk", "middle")
    each = (frame.bottom - frame.top) / max(1, len(plan.categories))
    groups = len(plan.series) if plan.figure.kind == "bar" else 1
    thick = min(30.0, each * (0.72 if groups == 1 else 0.84)) / groups
    for category, bars in segments:
        middle = frame.top + each * (category + 0.5)
        lines = names[plan.categories[category]]
        for row, line in enumerate(lines):
            canvas.text(
                longest + 4,
                middle + 4 + (row - (len(lines) - 1) / 2) * _UNDER,
                line,
                "ct",
                "end",
                plan.categories[category] if line.endswith("…") else "",
            )
        for at, start, end in bars:
            y = middle - thick * groups / 2 + (at * thick if groups > 1 else 0)
            x1, x2 = sorted((frame.px(start), frame.px(end)))
            colour = f"br s{plan.series[at].colour}"
            canvas.rect(x1, y + (0.5 if groups > 1 else 0), max(1.0, x2 - x1), thick - (1 if groups > 1 else 0), colour)
            if single:
                spot = (x2 + 6, "start") if end >= 0 else (x1 - 6, "end")
                canvas.text(spot[0], middle + 4, plan.value_text(end), "vl", spot[1])
        if not bars:
            canvas.text(frame.px(0) + 6, middle + 4, "–", "tk")
    canvas.line(frame.px(0), frame.top - 2, frame.px(0), frame.bottom, "ax")
    _level_rows(canvas, plan, frame)


def _level_rows(canvas: Canvas, plan: Plan, frame: Frame) -> None:
    for mark in plan.figure.marks:
        if mark.kind == "level" and mark.y is not None and 0 <= frame.x.place(mark.y / plan.y_scaling.factor) <= 1:
            at = frame.px(mark.y / plan.y_scaling.factor)
            canvas.line(at, frame.top - 4, at, frame.bottom, "ev")
            half = text_width(mark.label) / 2
            canvas.text(min(max(at, half), canvas.width - half - 2), frame.bottom - 4, mark.label, "mk", "middle")


def with_room(ends: list[float]) -> list[float]:
    """Return bars' ends with room above the highest and below the lowest, where their values are written."""
    low, high = min(0.0, *ends), max(0.0, *ends)
    above, below = 0.08 * (high - low), 0.13 * (high - low)
    return [*ends, high + above if high > 0 else 0.0, low - below if low < 0 else 0.0]


def draw_columns(canvas: Canvas, plan: Plan) -> None:
    """Draw upright bars over categories or dates."""
    if plan.figure.x.kind == "date":
        _draw_dated(canvas, plan)
        return
    segments = _segments(plan)
    ends = [end for _, bars in segments for _, *pair in bars for end in pair]
    count = len(plan.categories)
    x = Scale(-0.5, count - 0.5, tuple((float(at), name) for at, name in enumerate(plan.categories)))
    room = with_room(ends) if len(plan.series) == 1 else ends
    frame = frame_of(canvas, plan, Scale(-0.5, count - 0.5, ()), y_scale_of(plan, room, canvas.height, zero=True))
    slot = (frame.right - frame.left) / count
    lines = [wrap(name, slot - 6, TEXT, 2) for name in plan.categories]
    frame.bottom -= LINE if max(len(line) for line in lines) > 1 else 0
    draw_axes(canvas, plan, frame, ticks_x=False)
    groups = len(plan.series) if plan.figure.kind == "bar" else 1
    thick = min(72.0, slot * (0.66 if groups == 1 else 0.8)) / groups
    labelled = len(plan.series) == 1 and widest(plan.value_text(end) for end in ends) <= slot - 4
    for category, bars in segments:
        middle = frame.px(float(category))
        for row, line in enumerate(lines[category]):
            canvas.text(middle, frame.bottom + 17 + row * LINE, line, "ct", "middle")
        for at, start, end in bars:
            left = middle - thick * groups / 2 + (at * thick if groups > 1 else 0)
            y1, y2 = sorted((frame.py(start), frame.py(end)))
            inset = 0.5 if groups > 1 else 0.0
            colour = f"br s{plan.series[at].colour}"
            canvas.rect(left + inset, y1, thick - 2 * inset, max(1.0, y2 - y1), colour)
            if labelled:
                canvas.text(middle, y1 - 5 if end >= 0 else y2 + 14, plan.value_text(end), "vl", "middle")
    frame.x = x
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)


def _draw_dated(canvas: Canvas, plan: Plan) -> None:
    xs = sorted({x for one in plan.series for x in one.x if x is not None})
    gap = min((b - a for a, b in itertools.pairwise(xs)), default=86400.0)
    up = dict.fromkeys(xs, 0.0)
    down = dict.fromkeys(xs, 0.0)
    stacked = plan.figure.kind == "stacked"
    rects: list[tuple[int, float, float, float]] = []
    for at, one in enumerate(plan.series):
        for x, y in zip(one.x, one.y, strict=True):
            if x is None or y is None:
                continue
            floor = (up if y >= 0 else down)[x] if stacked else 0.0
            rects.append((at, x, floor, floor + y))
            (up if y >= 0 else down)[x] = floor + y
    ends = [end for _, _, *pair in rects for end in pair]
    scale = x_scale_of(plan, canvas.width - 60, ends=(xs[0] - gap / 2, xs[-1] + gap / 2))
    frame = frame_of(canvas, plan, scale, y_scale_of(plan, ends, canvas.height, zero=True))
    draw_bands(canvas, plan, frame)
    draw_axes(canvas, plan, frame)
    groups = 1 if stacked else len(plan.series)
    thick = max(1.0, (frame.px(xs[0] + gap) - frame.px(xs[0])) * 0.78 / groups)
    for at, x, start, end in rects:
        y1, y2 = sorted((frame.py(start), frame.py(end)))
        left = frame.px(x) - thick * groups / 2 + (at * thick if groups > 1 else 0)
        canvas.rect(left, y1, thick, max(1.0, y2 - y1), f"br s{plan.series[at].colour}")
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)


def histogram_of(plan: Plan) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return a histogram's edges and counts: as given, or of the raw values."""
    one = plan.series[0]
    if one.x:
        edges = tuple(x for x in one.x if x is not None)
        return edges, tuple(y or 0.0 for y in one.y)
    edges, counts = bin_values(one.y)
    return edges, tuple(float(count) for count in counts)


def draw_histogram(canvas: Canvas, plan: Plan) -> None:
    """Draw how often values of each size occur."""
    edges, counts = histogram_of(plan)
    x = number_scale(list(edges), language=plan.language, count=max(3, int(canvas.width / 76)), room=0.01)
    frame = frame_of(canvas, plan, x, y_scale_of(plan, [0.0, *counts], canvas.height, zero=True))
    draw_axes(canvas, plan, frame)
    for left, right, count in zip(edges, edges[1:], counts, strict=False):
        height = frame.bottom - frame.py(count)
        canvas.rect(frame.px(left) + 0.5, frame.py(count), frame.px(right) - frame.px(left) - 1, height, "br s1")
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)
