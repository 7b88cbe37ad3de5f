"""Boxes, heat maps and treemaps, drawn as still pictures."""

from __future__ import annotations

from indagate.flows.report.figures.canvas import LINE, TEXT, Canvas, widest
from indagate.flows.report.figures.frame import NARROW, Frame
from indagate.flows.report.figures.lettering import shorten, text_width, wrap
from indagate.flows.report.figures.numeral import needed_digits, with_unit, write_number
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import number_scale
from indagate.flows.report.figures.summary import box_of
from indagate.flows.report.figures.tile import tile

_ROW = 34.0
_CELL = 30.0


def boxes_height(plan: Plan) -> float:
    """Return how high boxes are drawn."""
    return 54 + _ROW * len(plan.series)


def draw_boxes(canvas: Canvas, plan: Plan) -> None:
    """Draw lying boxes, one for each series."""
    boxes = [box_of(one.y, one.labels) for one in plan.series]
    values = [v for box in boxes if box for v in (box.low, box.high, *box.beyond)]
    count = 6 if canvas.width > NARROW else 3
    scale = number_scale(
        values or [0.0], language=plan.language, log=plan.figure.y.log, zero=bool(plan.figure.zero), count=count
    )
    names = [wrap(one.name, canvas.width * 0.34, TEXT, 2) for one in plan.series]
    left = widest(line for lines in names for line in lines) + 12
    frame = Frame(left, 22 if plan.y_title else 6, canvas.width - 22, canvas.height - 24, scale, scale)
    if plan.y_title:
        canvas.text(2, TEXT + 1, shorten(plan.y_title, canvas.width - 8), "at")
    for tick, text in scale.ticks:
        canvas.line(frame.px(tick), frame.top, frame.px(tick), frame.bottom, "gr")
        canvas.text(frame.px(tick), frame.bottom + 16, text, "tk", "middle")
    each = (frame.bottom - frame.top) / len(plan.series)
    for at, (box, lines) in enumerate(zip(boxes, names, strict=True)):
        middle = frame.top + each * (at + 0.5)
        for row, line in enumerate(lines):
            canvas.text(left - 8, middle + 4 + (row - (len(lines) - 1) / 2) * (LINE - 1), line, "ct", "end")
        if box is None:
            canvas.text(frame.left + 6, middle + 4, "–", "tk")
            continue
        half = min(11.0, each * 0.34)
        canvas.line(frame.px(box.low), middle, frame.px(box.high), middle, "wk s1")
        for end in (box.low, box.high):
            canvas.line(frame.px(end), middle - half / 2, frame.px(end), middle + half / 2, "wk s1")
        width = max(1.5, frame.px(box.q3) - frame.px(box.q1))
        canvas.rect(frame.px(box.q1), middle - half, width, 2 * half, "bx s1")
        canvas.line(frame.px(box.median), middle - half, frame.px(box.median), middle + half, "md s1")
        for value in box.beyond:
            canvas.dot(frame.px(value), middle, 2.2, "cl s1")


def heat_height(plan: Plan) -> float:
    """Return how high a heat map is drawn."""
    return 30 + _CELL * len(plan.series) + (LINE if plan.y_title else 0)


def heat_span(plan: Plan) -> tuple[float, float, bool]:
    """Return a heat map's least and greatest value, and whether it goes both ways from zero."""
    values = [y for one in plan.series for y in one.y if y is not None]
    low, high = min(values), max(values)
    both = low < 0 < high
    reach = max(abs(low), abs(high))
    return (-reach, reach, True) if both else (low, high, False)


def draw_heat(canvas: Canvas, plan: Plan) -> None:
    """Draw a heat map; cells carry their values where they fit."""
    columns = len(plan.categories)
    low, high, both = heat_span(plan)
    most = canvas.width * (0.3 if canvas.width > NARROW else 0.32)
    left = min(most, widest(one.name for one in plan.series)) + 10
    top = 26.0 + (LINE if plan.y_title else 0)
    if plan.y_title:
        canvas.text(2, TEXT + 1, shorten(plan.y_title, canvas.width - 8), "at")
    slot = (canvas.width - left - 2) / max(1, columns)
    every = max(1, int(-(-(min(widest(plan.categories), slot * 4) + 6) // slot))) if slot < 60 else 1
    for at, name in enumerate(plan.categories):
        if at % every == 0:
            text = shorten(name, slot * every - 4)
            canvas.text(left + slot * (at + 0.5), top - 7, text, "tk", "middle")
    texts = {y: write_number(y, plan.language, plan.digits) for one in plan.series for y in one.y if y is not None}
    fits = widest(texts.values()) <= slot - 4
    each = (canvas.height - top - 4) / len(plan.series)
    for row, one in enumerate(plan.series):
        y = top + each * row
        canvas.text(left - 8, y + each / 2 + 4, shorten(one.name, left - 10), "ct", "end")
        for x, value in zip(one.x, one.y, strict=True):
            if x is None:
                continue
            across = left + slot * x
            if value is None:
                canvas.rect(across + 1, y + 1, slot - 2, each - 2, "no")
                continue
            share = abs(value) / high if both and high else (value - low) / ((high - low) or 1.0)
            colour = "s2" if both and value < 0 else "s1"
            strength = f"--h:{0.06 + 0.94 * share:.2f}"
            canvas.rect(across + 1, y + 1, slot - 2, each - 2, f"ht {colour}", strength)
            if fits:
                canvas.text(across + slot / 2, y + each / 2 + 4, texts[value], "hv", "middle")


def draw_treemap(canvas: Canvas, plan: Plan) -> None:
    """Draw parts of a whole as rectangles with their names, sizes and shares, where they fit."""
    one = plan.series[0]
    parts = [(plan.categories[int(x)], y) for x, y in zip(one.x, one.y, strict=True) if x is not None and y and y > 0]
    parts.sort(key=lambda part: -part[1])
    total = sum(size for _, size in parts)
    digits = needed_digits(tuple(size for _, size in parts), 2)
    top = 22.0 if plan.y_title else 2.0
    if plan.y_title:
        canvas.text(2, TEXT + 1, shorten(plan.y_title, canvas.width - 8), "at")
    places = tile([size for _, size in parts], canvas.width, canvas.height - top)
    for (name, size), (left, up, width, height) in zip(parts, places, strict=True):
        canvas.rect(left + 1, top + up + 1, width - 2, height - 2, "tl s1")
        share = with_unit(write_number(100 * size / total, plan.language, 1), "%", plan.language)
        value = f"{write_number(size, plan.language, digits)} · {share}"
        lines = [*wrap(name, width - 14, TEXT, 2 if height > 64 else 1)]
        detail = value if text_width(value) <= width - 14 else share
        if height < 22 or width < 34 or (lines[0].endswith("…") and len(lines[0]) < 4):
            continue
        for row, line in enumerate(lines):
            canvas.text(left + 8, top + up + 18 + row * LINE, line, "tn")
        if height > 24 + LINE * len(lines) and text_width(detail) <= width - 14:
            canvas.text(left + 8, top + up + 18 + LINE * len(lines), detail, "tv")
