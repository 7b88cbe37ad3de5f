"""Ink for drawings: text widths, shapes for the kinds of state, and lines, as SVG elements."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

INK, QUIET, PAPER, TINT = "#1b1f24", "#57606a", "#ffffff", "#f3f4f6"
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
LINE = 15.0
"""Pixels from one line of a label to the next."""
BOX = 34.0
"""Height of a state's box in pixels."""


def width(text: str, size: float = 12.0) -> float:
    """The pixels that a text may take, by the widest of the usual sans-serif fonts."""
    narrow, wide = "fijlrt.,:;'|()[] ", "mwMW@%→"
    return sum(0.42 if c in narrow else 0.98 if c in wide else 0.76 if c.isupper() else 0.65 for c in text) * size


def text(x: float, y: float, words: str, *, size: float = 12, anchor: str = "start", style: str = "") -> str:
    """A line of text whose middle is at y."""
    place = f'x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:g}" text-anchor="{anchor}"'
    return f"<text {place}{style}>{escape(words)}</text>"


def shape(kind: str, x: float, y: float, half: float, name: str, doc: str = "") -> str:
    """The box of a state with its axis at x and its middle at y, `half` as wide to each side."""
    left, top, wide = x - half, y - BOX / 2, 2 * half
    frame = f'fill="{TINT}" stroke="{INK}" stroke-width="1.4"'
    if kind == "Wait":
        nib = 11.0
        corners = [(left, y), (left + nib, top), (left + wide - nib, top), (left + wide, y)]
        corners += [(left + wide - nib, top + BOX), (left + nib, top + BOX)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
        body = f'<polygon points="{points}" fill="{PAPER}" stroke="{INK}" stroke-width="1.4" stroke-dasharray="5 3"/>'
    elif kind == "Final":
        body = _rect(left, top, wide, BOX, BOX / 2, f'fill="{PAPER}" stroke="{INK}" stroke-width="1.4"')
        body += _rect(left + 3.5, top + 3.5, wide - 7, BOX - 7, BOX / 2 - 3.5, f'fill="none" stroke="{INK}"')
    elif kind == "Join":
        body = _rect(left, top, wide, BOX, 0, frame) + _rect(left, top, wide, 6, 0, f'fill="{INK}"')
    else:
        body = _rect(left, top, wide, BOX, 5, frame)
    label = text(x, y + (2.5 if kind == "Join" else 0), name, anchor="middle", style=' font-weight="600"')
    tip = f"<title>{escape(doc)}</title>" if doc else ""
    return f"<g>{tip}{body}{label}</g>"


def _rect(x: float, y: float, wide: float, high: float, round_: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{round_:g}" {style}/>'


def panel(x: float, y: float, wide: float, high: float) -> str:
    """A dashed frame around what stands apart."""
    return _rect(x, y, wide, high, 8, f'fill="none" stroke="{QUIET}" stroke-dasharray="2 3"')


def bar(x: float, y: float, half: float) -> str:
    """The bar of a fork."""
    return _rect(x - half, y - 3, 2 * half, 6, 0, f'fill="{INK}"')


def paper(wide: float, high: float) -> str:
    """The sheet under a drawing, so that it reads the same on a light and on a dark page."""
    return _rect(0.5, 0.5, wide - 1, high - 1, 10, f'fill="{PAPER}" stroke="#d0d7de"')


def line(points: Sequence[tuple[float, float]]) -> str:
    """A line through pairs of points, curved from pair to pair, with an arrowhead at its end."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for n, (x, y) in enumerate(points[1:], start=1):
        before, height = points[n - 1]
        if n % 2 == 1 or abs(before - x) < 0.5:
            path.append(f"L{x:.1f} {y:.1f}")
        else:
            middle = (height + y) / 2
            path.append(f"C{before:.1f} {middle:.1f} {x:.1f} {middle:.1f} {x:.1f} {y:.1f}")
    return f'<path d="{"".join(path)}" fill="none" stroke="{INK}" stroke-width="1.2"/>' + _head(points)


def _head(points: Sequence[tuple[float, float]]) -> str:
    (ax, ay), (x, y) = points[-2:]
    if abs(x - ax) > abs(y - ay):
        back = x - 8 if x > ax else x + 8
        corners = f"{x:.1f},{y:.1f} {back:.1f},{y - 4:.1f} {back:.1f},{y + 4:.1f}"
    else:
        back = y - 8 if y > ay else y + 8
        corners = f"{x:.1f},{y:.1f} {x - 4:.1f},{back:.1f} {x + 4:.1f},{back:.1f}"
    return f'<polygon points="{corners}" fill="{INK}"/>'
