"""The frame of a still figure: where the plot lies, its axes and ticks, and what is pointed out in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from indagate.flows.report.figures.canvas import LINE, TEXT, Canvas, widest
from indagate.flows.report.figures.lettering import shorten, text_width, wrap
from indagate.flows.report.figures.moment import read_moment
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import Scale
from indagate.flows.report.figures.spec import Mark

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
    rows = max((row for *_, row in event_rows(plan, x, left, width, canvas.width)), default=-1)
    top = _EDGE + (LINE * len(wrap(plan.y_title, canvas.width - 8)) + 5 if plan.y_title else 0.0) + (rows + 1) * LINE
    bottom = canvas.height - 22 - (LINE + 2 if plan.x_title else 0)
    return Frame(left, top + 4, left + width, bottom, x, y)


def event_rows(
    plan: Plan, x: Scale, left: float, width: float, whole: float
) -> list[tuple[Mark, float, float, str, int]]:
    """Return for each event and band: where it is, its label's middle, the label, and the label's row from below."""
    found: list[tuple[Mark, float, float, str, int]] = []
    ends: list[float] = []
    for mark in sorted(
        (one for one in plan.figure.marks if one.kind in ("event", "band") and one.label), key=_first(plan)
    ):
        start = place_of(mark.x, plan)
        end = place_of(mark.to, plan) if mark.kind == "band" else start
        if start is None or end is None:
            continue
        at = left + (x.place(start) + x.place(end)) / 2 * width
        if not left - 1 <= at <= left + width + 1:
            continue
        label = shorten(mark.label, whole * 0.6)
        half = text_width(label) / 2
        middle = min(max(at, half + 2), whole - half - 2)
        row = next((row for row, taken in enumerate(ends) if middle - half > taken + 8), len(ends))
        if row == len(ends):
            ends.append(0.0)
        ends[row] = middle + half
        found.append((mark, at, middle, label, row))
    return found


def _first(plan: Plan) -> Callable[[Mark], float]:
    return lambda mark: place_of(mark.x, plan) or 0.0


def place_of(value: object, plan: Plan) -> float | None:
    """Return where a mark's x stands in the plan's measure."""
    if value is None:
        return None
    if plan.figure.x.kind == "date" and plan.figure.kind not in ("histogram", "box"):
        return read_moment(value)
    if plan.categories:
        return float(plan.categories.index(str(value))) if str(value) in plan.categories else None
    return float(value) / plan.x_scaling.factor if isinstance(value, int | float) else None


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
    """Draw events, levels and points with their labels, none over another."""
    width = frame.right - frame.left
    for mark, at, middle, label, row in event_rows(plan, frame.x, frame.left, width, canvas.width):
        base = frame.top - 5 - row * LINE
        if mark.kind == "event":
            canvas.line(at, base + 3, at, frame.bottom, "ev")
        canvas.text(middle, base, label, "mk", "middle")
    for mark in plan.figure.marks:
        if mark.kind == "level" and mark.y is not None:
            at = frame.py(mark.y / plan.y_scaling.factor)
            if frame.top - 1 <= at <= frame.bottom + 1:
                canvas.line(frame.left, at, frame.right, at, "ev")
                label = shorten(mark.label, width - 8)
                base = at - 5 if at - frame.top > LINE else at + LINE - 2
                canvas.text(frame.right - 4, base, label, "mk halo", "end")
                frame.taken.append((frame.right - 4 - text_width(label), base - TEXT, frame.right - 4, base + 3))
    for _, x, y, label, spot in point_spots(plan, frame):
        canvas.dot(x, y, 4.5, "pt")
        if spot is not None:
            canvas.text(spot[0], spot[1], label, "mk halo")


def point_spots(plan: Plan, frame: Frame) -> list[tuple[Mark, float, float, str, tuple[float, float] | None]]:
    """Return for each point within the plot: its place, its label, and where that begins, None if there is no room."""
    found: list[tuple[Mark, float, float, str, tuple[float, float] | None]] = []
    for mark in plan.figure.marks:
        across = place_of(mark.x, plan)
        if mark.kind != "point" or across is None or mark.y is None:
            continue
        x, y = frame.px(across), frame.py(mark.y / plan.y_scaling.factor)
        if frame.left - 1 <= x <= frame.right + 1 and frame.top - 1 <= y <= frame.bottom + 1:
            found.append((mark, x, y, shorten(mark.label, (frame.right - frame.left) * 0.6), None))
    frame.taken += [(x - 5, y - 5, x + 5, y + 5) for _, x, y, _, _ in found]
    drawn = _obstacles(plan, frame) if found else []
    return [(mark, x, y, label, find_spot(frame, x, y, label, drawn)) for mark, x, y, label, _ in found]


def _obstacles(plan: Plan, frame: Frame) -> list[Box4]:
    """Return small boxes along the lines, so that names of points lie beside them where they can."""
    boxes: list[Box4] = []
    for one in plan.series if plan.figure.kind == "line" else ():
        last: tuple[float, float] | None = None
        for x, y in zip(one.x, one.y, strict=True):
            here = None if x is None or y is None else (frame.px(x), frame.py(y))
            if here is not None and last is not None:
                pieces = max(1, int(max(abs(here[0] - last[0]), abs(here[1] - last[1])) / 6))
                for at in range(pieces):
                    px = last[0] + (here[0] - last[0]) * at / pieces
                    py = last[1] + (here[1] - last[1]) * at / pieces
                    boxes.append((px - 1, py - 1, px + 1, py + 1))
            last = here
    return boxes


def place_label(canvas: Canvas, frame: Frame, x: float, y: float, label: str, kind: str) -> None:
    """Write a label beside a point where it lies over no other; nowhere if there is no room."""
    spot = find_spot(frame, x, y, label)
    if spot is not None:
        canvas.text(spot[0], spot[1], label, kind)


def find_spot(frame: Frame, x: float, y: float, label: str, drawn: Sequence[Box4] = ()) -> tuple[float, float] | None:
    """Return where a label beside a point begins, and its base line, and take the place; None if there is no room.

    Where it can be, the label lies over nothing that is drawn; over another label it never lies.
    """
    width = text_width(label)
    spots: Sequence[tuple[float, float]] = (
        (x - width / 2, y - 9), (x + 9, y + 4), (x - width - 9, y + 4), (x + 7, y - 8), (x - width - 7, y - 8),
        (x - width / 2, y + TEXT + 7), (x + 7, y + TEXT + 5), (x - width - 7, y + TEXT + 5),
        (x - width / 2, y - 24), (x - width / 2, y + TEXT + 22), (x - width - 8, y + 22), (x - width - 8, y - 20),
    )  # fmt: skip
    fitting: list[tuple[int, float, float, Box4]] = []
    for left, base in spots:
        box = (left, base - TEXT + 1, left + width, base + 3)
        inside = left >= frame.left and left + width <= frame.right + 4 and box[1] >= frame.top - 4
        if inside and box[3] <= frame.bottom and not any(_meet(box, other) for other in frame.taken):
            fitting.append((sum(_meet(box, other) for other in drawn), left, base, box))
    if not fitting:
        return None
    _, left, base, box = min(fitting, key=lambda one: one[0])
    frame.taken.append(box)
    return left, base


def _meet(one: Box4, other: Box4) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
