"""A measure of the notebook as a figure: bars in the terminal, a page of HTML with an SVG and the values beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

WIDTH = 40
"""Columns of the longest bar on a terminal."""
MOST = 60
"""Days of single values; with more, the values are put together by month."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_W, _H, _LEFT, _BOTTOM, _TOP = 760, 320, 64, 44, 16


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a day, or at the first day of a month."""

    day: date
    value: float


@dataclass(frozen=True, slots=True)
class Figure:
    """What is drawn: its title and unit, the points in their order, what they leave out, the query behind them."""

    title: str
    unit: str
    points: tuple[Point, ...]
    notes: tuple[str, ...]
    sql: str
    monthly: bool = False

    def named(self, point: Point) -> str:
        """The day or month of a point."""
        return f"{point.day:%Y-%m}" if self.monthly else point.day.isoformat()


def in_terminal(figure: Figure) -> list[str]:
    """Return a figure as lines of text: a bar for each value, from zero."""
    most = max((abs(point.value) for point in figure.points), default=0.0) or 1.0
    lines = [f"{figure.title}{f' ({figure.unit})' if figure.unit else ''}"]
    shown = [_number(point.value) for point in figure.points]
    room = max(map(len, shown), default=0)
    for point, value in zip(figure.points, shown, strict=True):
        lines.append(f"  {figure.named(point)}  {value:>{room}}  {'-' if point.value < 0 else ''}{_bar(point, most)}")
    return [*lines, *(f"  note: {text}" for text in figure.notes)]


def _bar(point: Point, most: float) -> str:
    whole, part = divmod(round(abs(point.value) / most * WIDTH * 8), 8)
    return "█" * whole + (_EIGHTHS[part] if part else "")


def _number(value: float) -> str:
    return f"{value:,.6g}"


def in_html(figure: Figure) -> str:
    """Return a figure as a page of its own: an SVG, the values as a table, what they leave out, the query."""
    head = escape(f"{figure.title}{f' ({figure.unit})' if figure.unit else ''}")
    rows = "".join(
        f"<tr><th scope=row>{figure.named(point)}</th><td>{_number(point.value)}</td></tr>" for point in figure.points
    )
    notes = "".join(f"<li>{escape(text)}</li>" for text in figure.notes)
    return (
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width, initial-scale=1">'
        f"<title>{head}</title>\n<style>{_STYLE}</style></head>\n<body><main><h1>{head}</h1>\n{_svg(figure, head)}\n"
        f"<ul>{notes}</ul>\n<details><summary>Values</summary><table><thead><tr><th scope=col>day</th>"
        f"<th scope=col>{escape(figure.unit) or 'value'}</th></tr></thead><tbody>{rows}</tbody></table></details>\n"
        f"<details><summary>Query</summary><pre>{escape(figure.sql)}</pre></details></main></body></html>\n"
    )


_STYLE = (
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:800px;padding:0 1rem}"
    "h1{font-size:1.25rem}svg{width:100%;height:auto}text{font-size:12px;fill:currentColor}"
    ".axis{stroke:currentColor;opacity:.3}.line{fill:none;stroke:#2563eb;stroke-width:2}.dot{fill:#2563eb}"
    "td{text-align:right;font-variant-numeric:tabular-nums}th,td{padding:.1rem .8rem .1rem 0}"
)


def _svg(figure: Figure, head: str) -> str:
    low = min(0.0, *(point.value for point in figure.points))
    high = max(0.0, *(point.value for point in figure.points))
    high = high if high > low else low + 1.0
    days = [point.day.toordinal() for point in figure.points]
    first, span = min(days), max(max(days) - min(days), 1)

    def x(day: int) -> float:
        return round(_LEFT + (day - first) / span * (_W - _LEFT - 16), 1)

    def y(value: float) -> float:
        return round(_TOP + (high - value) / (high - low) * (_H - _TOP - _BOTTOM), 1)

    places = [(x(day), y(point.value)) for day, point in zip(days, figure.points, strict=True)]
    path = " ".join(f"{'L' if at else 'M'}{a} {b}" for at, (a, b) in enumerate(places))
    dots = "".join(
        f'<circle class=dot cx={a} cy={b} r=3><title>{figure.named(point)}: {_number(point.value)}</title></circle>'
        for (a, b), point in zip(places, figure.points, strict=True)
    )  # fmt: skip
    steps = [low + (high - low) * n / 4 for n in range(5)]
    grid = "".join(
        f'<line class=axis x1={_LEFT} x2={_W - 16} y1={y(step)} y2={y(step)} />'
        f'<text x={_LEFT - 8} y={y(step) + 4} text-anchor=end>{step:,.4g}</text>' for step in steps
    )  # fmt: skip
    ends = _ends(figure.points, figure.monthly)
    named = "".join(f"<text x={x(day)} y={_H - 16} text-anchor={anchor}>{text}</text>" for day, anchor, text in ends)
    inside = f'{grid}<path class=line d="{path}" />{dots}{named}'
    return f'<svg viewBox="0 0 {_W} {_H}" role=img aria-label="{head}">{inside}</svg>'


def _ends(points: Sequence[Point], monthly: bool) -> list[tuple[int, str, str]]:
    """Return the days that are written below the line: the first and the last."""
    form = "%Y-%m" if monthly else "%Y-%m-%d"
    found = [(points[0].day.toordinal(), "start", points[0].day.strftime(form))]
    if points[-1].day != points[0].day:
        found.append((points[-1].day.toordinal(), "end", points[-1].day.strftime(form)))
    return found
