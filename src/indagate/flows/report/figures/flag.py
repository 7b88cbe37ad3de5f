"""Where the labels of events and periods stand above a plot: beside their lines, none over another, none crossed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from indagate.flows.report.figures.lettering import shorten, text_width
from indagate.flows.report.figures.moment import read_moment
from indagate.flows.report.figures.plan import Plan
from indagate.flows.report.figures.scale import Scale
from indagate.flows.report.figures.spec import Mark

GAP = 4.0
"""Pixels between an event's line and its label."""
WIDEST = 0.45
"""Which share of a figure's width a label may take, so that it has room on one side of its line."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A mark with its label: where its line stands, the label's middle and half its width, its row from below."""

    mark: Mark
    at: float
    middle: float
    half: float
    label: str
    row: int = 0

    @property
    def lined(self) -> bool:
        """Whether a line goes down from the label's row."""
        return self.mark.kind == "event"

    def touches(self, other: Flag) -> bool:
        """Whether both would overlap in one row, the lines with them."""
        ends = [(min(one.middle - one.half, one.at), max(one.middle + one.half, one.at)) for one in (self, other)]
        return ends[0][0] - 2 * GAP < ends[1][1] and ends[1][0] - 2 * GAP < ends[0][1]

    def crossed_by(self, other: Flag) -> bool:
        """Whether the other's line would go through this label, were it not above where that line begins."""
        return other.lined and abs(other.at - self.middle) < self.half + GAP - 1


def flags(plan: Plan, x: Scale, left: float, width: float, whole: float) -> list[Flag]:
    """Return the labelled events and bands within the plot, from left to right, each in its row."""
    found: list[Flag] = []
    for mark in plan.figure.marks:
        if mark.kind not in ("event", "band") or not mark.label:
            continue
        start = place_of(mark.x, plan)
        end = place_of(mark.to, plan) if mark.kind == "band" else start
        if start is None or end is None:
            continue
        at = left + (x.place(start) + x.place(end)) / 2 * width
        if left - 1 <= at <= left + width + 1:
            found.append(_beside(Flag(mark, at, at, 0.0, _label(mark.label, whole * WIDEST)), whole))
    return _in_rows(sorted(found, key=lambda one: one.at), whole)


def _label(text: str, width: float) -> str:
    """Return a label that is no wider: where the whole is, what stands before its colon, a date without what began."""
    return shorten(text if text_width(text) <= width else text.partition(":")[0], width)


def _beside(flag: Flag, whole: float) -> Flag:
    """Return a flag whose label stands right of its line, left of it where only there is room, over a band's middle."""
    half = text_width(flag.label) / 2
    right, left = flag.at + GAP + half, flag.at - GAP - half
    middle = right if flag.lined and right + half <= whole - 2 else left if flag.lined and left >= half + 2 else flag.at
    return replace(flag, middle=min(max(middle, half + 2), whole - half - 2), half=half)


def _in_rows(waiting: Sequence[Flag], whole: float) -> list[Flag]:
    """Give each flag the lowest row in which it touches no other and no line goes through its label.

    Of labels that are in the way of each other's lines one says only when it was: what stands before its colon.
    """
    left, placed = list(waiting), list[Flag]()
    while left:
        free = [one for one in left if not any(one.crossed_by(other) for other in left if other is not one)]
        if not free and (long := next((one for one in left if ":" in one.label), None)):
            left[left.index(long)] = _beside(replace(long, label=long.label.partition(":")[0]), whole)
            continue
        flag = free[-1] if free else left[-1]
        left.remove(flag)
        row = max((other.row + 1 for other in placed if flag.crossed_by(other)), default=0)
        while any(other.row == row and flag.touches(other) for other in placed):
            row += 1
        placed.append(replace(flag, row=row))
    return sorted(placed, key=lambda one: one.at)


def place_of(value: object, plan: Plan) -> float | None:
    """Return where a mark's x stands in the plan's measure."""
    if value is None:
        return None
    if plan.figure.x.kind == "date" and plan.figure.kind not in ("histogram", "box"):
        return read_moment(value)
    if plan.categories:
        return float(plan.categories.index(str(value))) if str(value) in plan.categories else None
    return float(value) / plan.x_scaling.factor if isinstance(value, int | float) else None
