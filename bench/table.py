"""Tables: what is printed, and how samples become a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any


@dataclass(slots=True)
class Table:
    """A title, columns and lines of text, remarks below, and the raw samples for `--json`."""

    title: str
    columns: Sequence[str]
    lines: list[Sequence[str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    samples: dict[str, Any] = field(default_factory=dict)

    def add(self, *cells: str) -> None:
        """Add a line; cells that are left out stay empty."""
        self.lines.append([*cells, *[""] * (len(self.columns) - len(cells))])

    def excuse(self, label: str, why: str) -> str:
        """Say below the table why there is no figure, and return what stands in its place."""
        remark = f"{label}: {why}"
        if remark not in self.remarks:
            self.remarks.append(remark)
        return "no figure"

    def render(self) -> str:
        """Return the table as Markdown with aligned columns, so that it reads well in a terminal and in the docs."""
        rows = [list(self.columns), *map(list, self.lines)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(self.columns))]
        drawn = [
            "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
        ]
        drawn.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
        return "\n".join([f"### {self.title}", "", *drawn, *(f"\n{remark}" for remark in self.remarks)])


def figure(samples: Sequence[float], digits: int = 2) -> str:
    """Return the median, and from where to where the samples go."""
    middle = f"{median(samples):,.{digits}f}"
    low, high = f"{min(samples):,.{digits}f}", f"{max(samples):,.{digits}f}"
    return middle if low == high else f"{middle} ({low}–{high})"


def verdict(met: bool) -> str:
    """Say whether a goal was met."""
    return "met" if met else "NOT MET"
