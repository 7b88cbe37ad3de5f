from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from indagate.statechart.layout import Box, Edge, arrange, spread

Rectangle = tuple[float, float, float, float]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Box], list[Edge]]:
    """Up to seven boxes of different sizes, and any edges between them, forth and back."""
    keys = [f"box{n}" for n in range(draw(st.integers(1, 7)))]
    boxes = [
        Box(key, half, half + draw(st.sampled_from([0.0, 60.0])), draw(st.sampled_from([6.0, 34.0])), half - 8)
        for key in keys
        for half in [draw(st.floats(20, 90))]
    ]
    pairs = [(tail, head) for tail in keys for head in keys if tail != head]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=12, unique=True)) if pairs else []
    sizes = st.sampled_from([(0.0, 0.0), (40.0, 15.0), (120.0, 30.0)])
    return boxes, [Edge(tail, head, draw(sizes)) for tail, head in chosen]


def apart(a: Rectangle, b: Rectangle) -> bool:
    return a[2] <= b[0] + 0.01 or b[2] <= a[0] + 0.01 or a[3] <= b[1] + 0.01 or b[3] <= a[1] + 0.01


@settings(deadline=None, max_examples=60)
@given(graphs())
def test_nothing_covers_anything_else(graph: tuple[list[Box], list[Edge]]) -> None:
    """Boxes and labels keep clear of each other, and no edge runs through a box or a label, whatever the graph."""
    boxes, edges = graph
    layout = arrange(boxes, edges)
    solid: list[Rectangle] = []
    for box in boxes:
        x, y = layout.places[box.key]
        solid.append((x - box.left, y - box.height / 2, x + box.right, y + box.height / 2))
    for edge, route in zip(edges, layout.routes, strict=True):
        if edge.label[1]:
            (x, y), (wide, high) = route.label, edge.label
            solid.append((x, y - high / 2, x + wide, y + high / 2))
    assert all(apart(a, b) for a, b in combinations(solid, 2))
    assert all(a >= -0.01 and b >= -0.01 for a, b, _, _ in solid)
    assert all(c <= layout.width + 0.01 and d <= layout.height + 0.01 for _, _, c, d in solid)
    for route in layout.routes:
        for (ax, ay), (bx, by) in zip(route.points, route.points[1:], strict=False):
            line = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
            assert all(apart(line, other) for other in solid)


@settings(deadline=None, max_examples=60)
@given(graphs())
def test_edges_start_and_end_on_their_boxes(graph: tuple[list[Box], list[Edge]]) -> None:
    """Every route leaves the upper or lower side of its tail and arrives at that of its head."""
    boxes, edges = graph
    layout = arrange(boxes, edges)
    by_key = {box.key: box for box in boxes}
    for edge, route in zip(edges, layout.routes, strict=True):
        for key, (px, py) in ((edge.tail, route.points[0]), (edge.head, route.points[-1])):
            x, y = layout.places[key]
            assert abs(abs(py - y) - by_key[key].height / 2) < 0.01
            assert abs(px - x) <= by_key[key].ports + 0.01


@given(st.lists(st.tuples(st.floats(-100, 100), st.floats(0.1, 9), st.floats(0, 30)), min_size=1, max_size=8))
def test_spread_keeps_order_and_distance(items: list[tuple[float, float, float]]) -> None:
    """Positions never come closer than asked, and stay put where there is room."""
    wanted, weights, apart_ = ([item[n] for item in items] for n in range(3))
    found = spread(wanted, weights, apart_[1:])
    assert all(b - a >= d - 1e-6 for a, b, d in zip(found, found[1:], apart_[1:], strict=False))
    if all(b - a >= d for a, b, d in zip(wanted, wanted[1:], apart_[1:], strict=False)):
        assert all(abs(a - b) < 1e-6 for a, b in zip(found, wanted, strict=True))
