"""Lines, clouds of points and stacked areas, drawn as still pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from indagate.flows.report.figures.canvas import LINE, Canvas, spread_labels, widest
from indagate.flows.report.figures.frame import (
    NARROW,
    Box4,
    Frame,
    draw_axes,
    draw_bands,
    draw_marks,
    frame_of,
)
from indagate.flows.report.figures.lettering import text_width, wrap
from indagate.flows.report.figures.plan import Drawn, Plan
from indagate.flows.report.figures.scale import Scale, date_scale, number_scale
from indagate.flows.report.figures.spot import draw_spots, find_label

DIRECT = 12
"""Up to so many lines are named at their ends; more, or on a phone, in a legend."""
_NAMES = 160.0


@dataclass(frozen=True, slots=True)
class Layer:
    """A stacked area: its series, and for each x its lower and upper edge, None where a value is missing."""

    drawn: Drawn
    edges: tuple[tuple[float, float] | None, ...]


def named_at_ends(plan: Plan) -> bool:
    """Whether the series are named beside their ends in a wide figure."""
    areas = plan.figure.kind == "stacked" and plan.figure.x.kind == "date"
    return (plan.figure.kind == "line" or areas) and 2 <= len(plan.series) <= DIRECT


def x_scale_of(plan: Plan, width: float, *, ends: Sequence[float] = ()) -> Scale:
    """Return the scale across for dates, numbers or categories."""
    xs = [x for one in plan.series for x in one.x if x is not None] + list(ends)
    if plan.categories:
        count = len(plan.categories)
        ticks = tuple((float(at), name) for at, name in enumerate(plan.categories))
        every = max(1, -(-int(widest(plan.categories) + 12) * count // max(1, int(width))))
        return Scale(-0.5, count - 0.5, ticks[::every])
    if plan.figure.x.kind == "date":
        return date_scale(xs, language=plan.language, width=width, measure=text_width)
    years = all(x == int(x) and 1000 <= x <= 2200 for x in xs)
    scale = number_scale(xs, language=plan.language, log=plan.figure.x.log, count=max(3, int(width / 110)))
    return (
        replace(scale, ticks=tuple((at, str(int(at))) for at, _ in scale.ticks)) if years and not scale.log else scale
    )


def y_scale_of(plan: Plan, values: list[float], height: float, *, zero: bool) -> Scale:
    """Return the scale upwards; levels and points that are pointed out are within."""
    marked = [mark.y / plan.y_scaling.factor for mark in plan.figure.marks if mark.y is not None]
    wanted = plan.figure.zero if plan.figure.zero is not None else zero
    near = bool(values) and min(values) >= 0 and min(values) < 0.35 * max(values)
    return number_scale(
        values + marked, language=plan.language, log=plan.figure.y.log,
        zero=wanted or (near and plan.figure.zero is None), count=max(3, int(height / 58)),
        whole=plan.figure.kind == "histogram",
    )  # fmt: skip


def draw_lines(canvas: Canvas, plan: Plan) -> None:
    """Draw lines over dates, numbers or ordered categories; a missing value breaks the line."""
    values = [y for one in plan.series for y in one.y if y is not None]
    direct = named_at_ends(plan) and canvas.width > NARROW
    right = min(_NAMES, widest(one.name for one in plan.series)) + 16 if direct else 0.0
    scale = x_scale_of(plan, canvas.width - right - 60)
    frame = frame_of(canvas, plan, scale, y_scale_of(plan, values, canvas.height, zero=False), right=right)
    draw_bands(canvas, plan, frame)
    draw_axes(canvas, plan, frame)
    longest = max(len(one.y) for one in plan.series)
    sparse, fine = longest <= 16, " fine" if longest > 250 else ""
    for one in reversed(plan.series):
        for piece in _pieces(one):
            points = [(frame.px(x), frame.py(y)) for x, y in piece]
            if len(points) > 1:
                canvas.path(points, f"ln{fine} s{one.colour}", dash=one.dash)
            for x, y in points if sparse or len(points) == 1 else ():
                canvas.dot(x, y, 2.6, f"dt s{one.colour}")
    if direct:
        ends = [next(((x, y) for x, y in reversed(_known(one))), None) for one in plan.series]
        places = [(frame.px(end[0]), frame.py(end[1])) if end else None for end in ends]
        _name_ends(canvas, plan, frame, places)
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)


def _known(one: Drawn) -> list[tuple[float, float]]:
    return [(x, y) for x, y in zip(one.x, one.y, strict=True) if x is not None and y is not None]


def _pieces(one: Drawn) -> list[list[tuple[float, float]]]:
    pieces: list[list[tuple[float, float]]] = [[]]
    for x, y in zip(one.x, one.y, strict=True):
        if x is None or y is None:
            pieces.append([])
        else:
            pieces[-1].append((x, y))
    return [piece for piece in pieces if piece]


def _name_ends(canvas: Canvas, plan: Plan, frame: Frame, places: Sequence[tuple[float, float] | None]) -> None:
    lines = [wrap(one.name, _NAMES) for one in plan.series]
    wanted = [place[1] if place else frame.top for place in places]
    heights = [len(line) * (LINE - 1) + 2 for line in lines]
    moved = spread_labels(wanted, heights, frame.top - 6, frame.bottom + 6)
    for one, place, middle, text in zip(plan.series, places, moved, lines, strict=True):
        if place is None:
            continue
        if abs(middle - place[1]) > 7 or place[0] < frame.right - 20:
            canvas.line(place[0] + 3, place[1], frame.right + 8, middle, f"ld s{one.colour}")
        first = middle + 4 - (len(text) - 1) * (LINE - 1) / 2
        for at, line in enumerate(text):
            canvas.text(frame.right + 10, first + at * (LINE - 1), line, f"lb s{one.colour}")


def draw_scatter(canvas: Canvas, plan: Plan) -> None:
    """Draw a cloud of points; the outermost that have names are named where there is room."""
    values = [y for one in plan.series for y in one.y if y is not None]
    x = x_scale_of(plan, canvas.width - 60)
    frame = frame_of(canvas, plan, x, y_scale_of(plan, values, canvas.height, zero=False))
    draw_bands(canvas, plan, frame)
    draw_axes(canvas, plan, frame, grid_x=True)
    count = sum(len(one.y) for one in plan.series)
    radius = 4.0 if count <= 80 else 3.2 if count <= 400 else 2.4
    named: list[tuple[float, float, str]] = []
    cloud: list[Box4] = []
    for one in plan.series:
        for at, (across, up) in enumerate(zip(one.x, one.y, strict=True)):
            if across is None or up is None:
                continue
            px, py = frame.px(across), frame.py(up)
            canvas.dot(px, py, radius, f"cl s{one.colour}")
            cloud.append((px - radius, py - radius, px + radius, py + radius))
            if at < len(one.labels) and one.labels[at]:
                named.append((px, py, one.labels[at]))
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)
    middle = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
    named.sort(key=lambda spot: -((spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2))
    room = 14 if canvas.width > NARROW else 6
    for px, py, name in named if len(named) <= room else named[:room]:
        if label := find_label(frame, px, py, name, cloud):
            canvas.text(label.left, label.base, name, "nm")


def layers_of(plan: Plan) -> tuple[tuple[float, ...], list[Layer]]:
    """Return the x of stacked areas, and their layers from below; where one value is missing, all layers have a gap."""
    xs = tuple(sorted({x for one in plan.series for x in one.x if x is not None}))
    held = [dict(zip(one.x, one.y, strict=True)) for one in plan.series]
    layers: list[Layer] = []
    floor = [0.0] * len(xs)
    whole = [all(values.get(x) is not None for values in held) for x in xs]
    for one, values in zip(plan.series, held, strict=True):
        edges: list[tuple[float, float] | None] = []
        for at, x in enumerate(xs):
            value = values.get(x)
            if not whole[at] or value is None:
                edges.append(None)
                continue
            edges.append((floor[at], floor[at] + value))
            floor[at] += value
        layers.append(Layer(one, tuple(edges)))
    return xs, layers


def draw_areas(canvas: Canvas, plan: Plan) -> None:
    """Draw stacked areas over dates."""
    xs, layers = layers_of(plan)
    tops = [edge[1] for layer in layers for edge in layer.edges if edge]
    direct = named_at_ends(plan) and canvas.width > NARROW
    right = min(_NAMES, widest(one.name for one in plan.series)) + 16 if direct else 0.0
    scale = x_scale_of(plan, canvas.width - right - 60)
    frame = frame_of(canvas, plan, scale, y_scale_of(plan, tops or [1.0], canvas.height, zero=True), right=right)
    draw_axes(canvas, plan, frame)
    ends: list[tuple[float, float] | None] = []
    for layer in layers:
        run: list[tuple[float, tuple[float, float]]] = []
        for x, edge in [*zip(xs, layer.edges, strict=True), (0.0, None)]:
            if edge is not None:
                run.append((frame.px(x), (frame.py(edge[0]), frame.py(edge[1]))))
                continue
            if run:
                outline = [(at, high) for at, (_, high) in run] + [(at, low) for at, (low, _) in reversed(run)]
                canvas.path(outline, f"ar s{layer.drawn.colour}", closed=True)
            run = []
        last = next((edge for edge in reversed(layer.edges) if edge), None)
        ends.append((frame.right, (frame.py(last[0]) + frame.py(last[1])) / 2) if last else None)
    if direct:
        _name_ends(canvas, plan, frame, ends)
    draw_bands(canvas, plan, frame)
    draw_marks(canvas, plan, frame)
    draw_spots(canvas, plan, frame)
