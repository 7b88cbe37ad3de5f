"""Rectangles whose areas are in proportion to numbers, as square as can be (squarified treemaps)."""

from __future__ import annotations

from collections.abc import Sequence

Rectangle = tuple[float, float, float, float]
"""Left, top, width, height."""


def tile(sizes: Sequence[float], width: float, height: float) -> list[Rectangle]:
    """Return a rectangle for each size; sizes are positive and sorted, the largest first."""
    total = sum(sizes)
    areas = [size * width * height / total for size in sizes]
    left, top = 0.0, 0.0
    placed: list[Rectangle] = []
    at = 0
    while at < len(areas):
        side = min(width, height)
        row = [areas[at]]
        while at + len(row) < len(areas) and _worst([*row, areas[at + len(row)]], side) <= _worst(row, side):
            row.append(areas[at + len(row)])
        depth = sum(row) / side if side else 0.0
        along = 0.0
        for area in row:
            length = area / depth if depth else 0.0
            if width >= height:
                placed.append((left, top + along, depth, length))
            else:
                placed.append((left + along, top, length, depth))
            along += length
        if width >= height:
            left, width = left + depth, max(0.0, width - depth)
        else:
            top, height = top + depth, max(0.0, height - depth)
        at += len(row)
    return placed


def _worst(row: Sequence[float], side: float) -> float:
    total = sum(row)
    if not total or not side:
        return float("inf")
    return max(side * side * max(row) / total**2, total**2 / (side * side * max(min(row), 1e-12)))
