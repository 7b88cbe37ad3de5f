"""A still picture being drawn: SVG elements, their texts escaped, their looks left to classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from indagate.flows.report.figures.lettering import text_width
from indagate.render import visible

TEXT = 12.0
LINE = 15.0


@dataclass(slots=True)
class Canvas:
    """What is drawn so far, in pixels from the top left."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)

    def add(self, element: str) -> None:
        """Add an element as it is."""
        self.parts.append(element)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        """Draw a straight line."""
        self.add(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def rect(self, x: float, y: float, width: float, height: float, kind: str, style: str = "") -> None:
        """Draw a rectangle; nothing if it has no area."""
        if width > 0 and height > 0:
            extra = f' style="{style}"' if style else ""
            self.add(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{extra}/>')

    def dot(self, x: float, y: float, radius: float, kind: str) -> None:
        """Draw a dot."""
        self.add(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>')

    def path(self, points: Iterable[tuple[float, float]], kind: str, *, dash: str = "", closed: bool = False) -> None:
        """Draw a line through points."""
        steps = " ".join(f"{'ML'[at > 0]}{x:.1f} {y:.1f}" for at, (x, y) in enumerate(points))
        extra = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(f'<path class="{kind}" d="{steps}{" Z" if closed else ""}"{extra}/>')

    def text(self, x: float, y: float, text: str, kind: str = "tk", anchor: str = "start", whole: str = "") -> None:
        """Write one line; y is its base line. A pointer on it shows the `whole` of what is shortened."""
        title = f"<title>{escape(visible(whole))}</title>" if whole and whole != text else ""
        held = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.add(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}"{held}>{title}{escape(visible(text))}</text>')

    def svg(self, alt: str, style: str = "") -> str:
        """Return the picture. It scales with its frame, and says in words what it shows."""
        look = f"<style><![CDATA[{style}]]></style>" if style else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="fig" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" role="img" aria-label="{escape(visible(alt))}">'
            f"{look}{''.join(self.parts)}</svg>"
        )


def spread_labels(places: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Return the labels' middles moved apart so that none overlaps another, as near as can be, from `low` to `high`."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    groups: list[tuple[list[int], float, float]] = []  # who, where it begins, how high it is
    for at in order:
        who, start, height = [at], places[at] - heights[at] / 2, heights[at]
        start = min(max(start, low), max(low, high - height))
        while groups and groups[-1][1] + groups[-1][2] > start:
            before, _, above = groups.pop()
            who, height = before + who, above + height
            start = _begin(who, places, heights)
            start = min(max(start, low), max(low, high - height))
        groups.append((who, start, height))
    moved = list(places)
    for who, start, _ in groups:
        edge = start
        for at in who:
            moved[at] = edge + heights[at] / 2
            edge += heights[at]
    return moved


def _begin(who: Sequence[int], places: Sequence[float], heights: Sequence[float]) -> float:
    """Return where a group of touching labels begins so that it lies about its members' places."""
    above, total = 0.0, 0.0
    for at in who:
        total += places[at] - heights[at] / 2 - above
        above += heights[at]
    return total / len(who)


def widest(texts: Iterable[str], size: float = TEXT) -> float:
    """Return the width of the widest text, 0 if there is none."""
    return max((text_width(text, size) for text in texts), default=0.0)
