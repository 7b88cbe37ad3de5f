"""Points that are pointed out in a plot, and where their labels stand: over no line, no point and no other label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from indagate.flows.report.figures.canvas import TEXT, Canvas
from indagate.flows.report.figures.flag import place_of
from indagate.flows.report.figures.frame import Box4, Frame
from indagate.flows.report.figures.lettering import shorten, text_width
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.spec import Mark

RADIUS = 3.2
"""Of the ring around a point."""
_NEAR, _FAR = (9.0,), (20.0, 34.0, 50.0)
"""How far labels stand from their points; from the far ones a thin line leads there."""


@dataclass(frozen=True, slots=True)
class Label:
    """A label's left end and base line, and from where a line leads to its point; None if it stands beside it."""

    left: float
    base: float
    lead: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that is pointed out, and its label, None where there is no room for one."""

    mark: Mark
    x: float
    y: float
    text: str
    label: Label | None


def spots_of(plan: Plan, frame: Frame) -> list[Spot]:
    """Return the points within the plot, each label in a place of its own."""
    found: list[tuple[Mark, float, float]] = []
    for mark in plan.figure.marks:
        across = place_of(mark.x, plan)
        if mark.kind != "point" or across is None or mark.y is None:
            continue
        x, y = frame.px(across), frame.py(mark.y / plan.y_scaling.factor)
        if frame.left - 1 <= x <= frame.right + 1 and frame.top - 1 <= y <= frame.bottom + 1:
            found.append((mark, x, y))
    frame.taken += [(x - 5, y - 5, x + 5, y + 5) for _, x, y in found]
    drawn = _obstacles(plan, frame) if found else []
    spots = []
    for mark, x, y in found:
        text = shorten(mark.label, (frame.right - frame.left) * 0.6)
        spots.append(Spot(mark, x, y, text, find_label(frame, x, y, text, drawn, far=True)))
    return spots


def draw_spots(canvas: Canvas, plan: Plan, frame: Frame) -> None:
    """Draw the points that are pointed out, with their labels."""
    for spot in spots_of(plan, frame):
        label = spot.label
        if label is not None:
            if label.lead is not None:
                canvas.line(spot.x, spot.y, *label.lead, "ld")
            canvas.text(label.left, label.base, spot.text, "mk")
        canvas.dot(spot.x, spot.y, RADIUS, "pt")


def _obstacles(plan: Plan, frame: Frame) -> list[Box4]:
    """Return small boxes along the lines of a figure, and along those of its events."""
    boxes: list[Box4] = []
    for mark in plan.figure.marks:
        at = place_of(mark.x, plan) if mark.kind == "event" else None
        if at is not None:
            boxes.append((frame.px(at) - 1, frame.top, frame.px(at) + 1, frame.bottom))
    for one in plan.series if plan.figure.kind == "line" else ():
        last: tuple[float, float] | None = None
        for x, y in zip(one.x, one.y, strict=True):
            here = None if x is None or y is None else (frame.px(x), frame.py(y))
            if here is not None and last is not None:
                pieces = max(1, int(max(abs(here[0] - last[0]), abs(here[1] - last[1])) / 6))
                for at_ in range(pieces):
                    px = last[0] + (here[0] - last[0]) * at_ / pieces
                    py = last[1] + (here[1] - last[1]) * at_ / pieces
                    boxes.append((px - 1, py - 1, px + 1, py + 1))
            last = here
    return boxes


def find_label(
    frame: Frame, x: float, y: float, text: str, drawn: Sequence[Box4] = (), *, far: bool = False
) -> Label | None:
    """Return where a point's label stands, and take the place; None if it would lie over anything everywhere.

    Only with `far` it may stand away from its point.
    """
    width = text_width(text)
    for distance in (*_NEAR, *(_FAR if far else ())):
        for left, base in _around(x, y, width, distance):
            box = (left, base - TEXT + 1, left + width, base + 3)
            inside = left >= frame.left and left + width <= frame.right + 4
            inside = inside and box[1] >= frame.top - 4 and box[3] <= frame.bottom
            if inside and not any(_meet(box, other) for other in (*frame.taken, *drawn)):
                frame.taken.append(box)
                return Label(left, base, _end(x, y, box) if distance not in _NEAR else None)
    return None


def _around(x: float, y: float, width: float, distance: float) -> list[tuple[float, float]]:
    """Return places for a label at a distance from its point: above, beside, at the corners, below."""
    up, down, right, left = y - distance, y + TEXT + distance - 3, x + distance, x - width - distance
    return [
        (x - width / 2, up), (right, y + 4), (left, y + 4), (right - 3, up + 2), (left + 3, up + 2),
        (x - width / 2, down), (right - 3, down - 2), (left + 3, down - 2),
    ]  # fmt: skip


def _end(x: float, y: float, box: Box4) -> tuple[float, float]:
    """Return the place on a label's edge that is next to its point."""
    return min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])


def _meet(one: Box4, other: Box4) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
