"""Which kind of figure suits which data."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from indagate.flows.report.figures.spec import Kind

Purpose = Literal["trend", "comparison", "composition", "distribution", "relation", "table"]
MOST_PARTS = 5
"""The parts of a whole that stacked bars still show well; more are a treemap."""
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class Shape:
    """What data look like: what is asked of them, whether x is a date, how many points, series and groups there are.

    `groups` counts the distributions to compare, `parts` the parts of a whole, `nested` whether the whole is split
    along a second axis (dates or categories).
    """

    purpose: Purpose
    dated: bool = False
    points: int = 0
    series: int = 1
    parts: int = 0
    groups: int = 1
    nested: bool = False


def choose_kind(shape: Shape) -> Kind:
    """Return the kind of figure for data of this shape."""
    match shape.purpose:
        case "composition":
            return "stacked" if shape.nested or shape.parts <= MOST_PARTS else "treemap"
        case "distribution":
            return "histogram" if shape.groups <= 1 else "box"
        case "relation":
            return "scatter"
        case "table":
            return "heatmap"
        case "trend":
            return "line" if shape.points > 2 or shape.series > 4 else "bar"
        case "comparison":
            if shape.dated and shape.points > 2:
                return "line"
            return "heatmap" if shape.series > 4 and shape.points > 3 else "bar"


def needs_log(values: Iterable[float | None], *, ratio: float = 300.0) -> bool:
    """Whether only a logarithmic scale shows these numbers: all positive, ends far apart, most of them far below.

    A scale of sums and shares that starts at zero needs none: ask only for lines and scatters.
    """
    known = sorted(value for value in values if value is not None and math.isfinite(value))
    if len(known) < 5 or known[0] <= 0 or known[-1] / known[0] < ratio:
        return False
    middle = known[len(known) // 2]
    return middle < known[-1] * 0.15
