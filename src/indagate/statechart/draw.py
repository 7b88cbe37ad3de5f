"""Charts as pictures: Mermaid source for places that render it, and an SVG of our own that needs nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from indagate.statechart import ink
from indagate.statechart.chart import Chart
from indagate.statechart.layout import Box, Edge, Layout, arrange
from indagate.statechart.state import HISTORY, State, Target, heads, spoken

MARGIN = 24.0
KINDS = {
    "Work": "a step runs",
    "Wait": "a person or an event decides",
    "Join": "waits for every branch",
    "Final": "the end",
}
FORK = "branches go on side by side"
BACK = "back to where it was"


def mermaid(chart: Chart) -> str:
    """The chart as a Mermaid stateDiagram-v2; `anywhere` and HISTORY are one pseudo-state each."""
    lines = ["stateDiagram-v2", "    direction TB"]
    lines += [f"    state {name}_join <<join>>" for name in chart.edges if name in chart.joins]
    forks = {
        (state.name, target): f"{state.name}_fork_{number}"
        for state in chart.states
        for number, target in enumerate(_forks(state), start=1)
    }
    lines += [f"    state {name} <<fork>>" for name in forks.values()]
    if chart.anywhere:
        lines.append('    state "anywhere" as from_anywhere')
    if any(HISTORY in on.values() for on in chart.edges.values()):
        lines.append(f'    state "{BACK}" as to_history')

    def entry(name: str) -> str:
        return f"{name}_join" if name in chart.joins else name

    lines.append(f"    [*] --> {entry(chart.initial)}")
    for state in chart.states:
        for event, target in state.on.items():
            head = forks[state.name, target] if isinstance(target, tuple) else _head(target, entry)
            lines.append(f"    {state.name} --> {head}: {spoken(event.__name__)}")
    lines += [f"    {fork} --> {entry(name)}" for (_, target), fork in forks.items() for name in target]
    lines += [f"    {name}_join --> {name}" for name in chart.edges if name in chart.joins]
    lines += [
        f"    from_anywhere --> {_head(to, entry)}: {spoken(event.__name__)}" for event, to in chart.anywhere.items()
    ]
    lines += [f"    {name} --> [*]" for name in chart.edges if name in chart.finals]
    lines.append("    classDef wait stroke-dasharray: 5 3")
    lines += [f"    class {name} wait" for name in chart.edges if name in chart.waits]
    return "\n".join(lines) + "\n"


def _forks(state: State) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(target for target in state.on.values() if isinstance(target, tuple)))


def _head(target: Target, entry: Callable[[str], str]) -> str:
    return entry(target) if isinstance(target, str) else "to_history"


@lru_cache(maxsize=32)
def svg(chart: Chart) -> str:
    """The chart as a self-contained SVG, the same for the same chart, legible on light and dark pages and in print."""
    main = _main(chart)
    marks, edges = _graph(chart, main)
    layout = arrange([mark.box for mark in marks], [edge for edge, _ in edges])
    body = list(_painted(marks, edges, layout))
    aside, aside_width, aside_height = _aside(chart, main, layout.height + 26)
    legend, legend_width, legend_height = _legend(
        chart, layout.height + 26 + aside_height, max(layout.width, aside_width, 420.0)
    )
    wide = max(layout.width, aside_width, legend_width) + 2 * MARGIN
    shift = (wide - 2 * MARGIN - layout.width) / 2
    high = layout.height + 26 + aside_height + legend_height + 2 * MARGIN
    title = f"Statechart of {chart.name}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
            f'viewBox="0 0 {wide:.0f} {high:.0f}" role="img" aria-label="{escape(title)}" '
            f'font-family="{ink.FONT}" fill="{ink.INK}">',
            f"<title>{escape(title)}</title>",
            ink.paper(round(wide), round(high)),
            f'<g transform="translate({MARGIN + shift:.1f} {MARGIN:g})">',
            *body,
            f'</g><g transform="translate({MARGIN:g} {MARGIN:g})">',
            *aside,
            *legend,
            "</g>",
            "</svg>",
            "",
        ]
    )


@dataclass(frozen=True, slots=True)
class _Mark:
    """Something in the layered part of the picture; `loop` labels the edges from a state to itself."""

    box: Box
    kind: str
    name: str = ""
    doc: str = ""
    loop: tuple[str, ...] = ()


def _main(chart: Chart) -> list[str]:
    """The states that ordinary edges reach, in the order of the chart; the others are shown apart."""
    found, queue = {chart.initial}, [chart.initial]
    while queue:
        for target in chart.edges[queue.pop()].values():
            fresh = set(heads(target)) - found
            found |= fresh
            queue.extend(sorted(fresh))
    return [chart.initial, *(name for name in chart.edges if name in found and name != chart.initial)]


def _grouped(on: Mapping[type, Target]) -> dict[Target, tuple[str, ...]]:
    """For each target the events that lead to it, as words."""
    found: dict[Target, list[str]] = {}
    for event, target in on.items():
        found.setdefault(target, []).append(spoken(event.__name__))
    return {target: tuple(events) for target, events in found.items()}


def _half(name: str) -> float:
    return ink.width(name) / 2 + 20


def _graph(chart: Chart, main: Iterable[str]) -> tuple[list[_Mark], list[tuple[Edge, tuple[str, ...]]]]:
    """What the layered part shows: a mark per state, fork and start, and its edges with the lines of their labels."""
    marks = [_Mark(Box(" start", 8, 8, 14, 0), "start")]
    edges: list[tuple[Edge, tuple[str, ...]]] = [(Edge(" start", chart.initial), ())]

    def connect(tail: str, head: str, label: tuple[str, ...]) -> None:
        size = max(map(ink.width, label)) if label else 0.0
        edges.append((Edge(tail, head, (size, ink.LINE * len(label))), label))

    touching = Counter(
        head for name in main for target in chart.edges[name].values() for head in (name, *heads(target))
    )
    for name in main:
        state, half = chart.state(name), max(_half(name), 9.0 + 7 * touching[name])
        targets = _grouped(state.on)
        loop = targets.pop(name, ())
        beside = 34 + max(map(ink.width, loop)) if loop else 0.0
        box = Box(name, half, half + beside, ink.BOX, half - 16)
        marks.append(_Mark(box, type(state).__name__, name, state.doc, loop))
        for number, (target, label) in enumerate(targets.items(), start=1):
            if isinstance(target, str):
                connect(name, target, label)
                continue
            stop = f"{name} {number}"
            if target is HISTORY:
                size = _half(BACK) - 14
                marks.append(_Mark(Box(stop, size, size, 16, 0), "back"))
            else:
                marks.append(_Mark(Box(stop, 44, 44, 6, 36), "fork"))
            connect(name, stop, label)
            for head in heads(target):
                connect(stop, head, ())
    return marks, edges


def _painted(marks: Iterable[_Mark], edges: Iterable[tuple[Edge, tuple[str, ...]]], layout: Layout) -> Iterator[str]:
    for (_, label), route in zip(edges, layout.routes, strict=True):
        yield ink.line(route.points)
        x, y = route.label
        yield from _lines(x, y, label)
    for mark in marks:
        x, y = layout.places[mark.box.key]
        if mark.kind == "start":
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
        elif mark.kind == "fork":
            yield ink.bar(x, y, mark.box.left)
        elif mark.kind == "back":
            yield ink.text(x, y, BACK, anchor="middle", style=' font-style="italic"')
        else:
            half = mark.box.left
            yield ink.shape(mark.kind, x, y, half, mark.name, mark.doc)
            if mark.loop:
                yield ink.line(((x + half, y - 8), (x + half + 22, y - 8), (x + half + 22, y + 8), (x + half, y + 8)))
                yield from _lines(x + half + 28, y, mark.loop)


def _lines(x: float, y: float, label: tuple[str, ...], anchor: str = "start") -> Iterator[str]:
    for n, one in enumerate(label):
        yield ink.text(x, y + (n - (len(label) - 1) / 2) * ink.LINE, one, anchor=anchor)


def _aside(chart: Chart, main: Iterable[str], top: float) -> tuple[list[str], float, float]:
    """The panel of `anywhere` edges and of the states that only they reach, its width and its height."""
    shown = set(main)
    rows: list[tuple[tuple[str, ...], str]] = [
        (label, target) for target, label in _grouped(chart.anywhere).items() if isinstance(target, str)
    ]
    led = {target for _, target in rows}
    rows += [((), name) for name in chart.edges if name not in shown and name not in led]
    if not rows:
        return [], 0.0, 0.0
    reach = max((ink.width(one) for label, _ in rows for one in label), default=0.0)
    half = max(_half(name) for _, name in rows)
    box_at, y, wide = 16 + reach + 44, top + 36, 0.0
    drawn: list[str] = []
    for label, name in rows:
        exits = [] if name in shown else [_exit(*pair) for pair in _grouped(chart.edges[name]).items()]
        high = max(ink.BOX, ink.LINE * max(len(label), len(exits))) + 12
        y += high / 2
        if label:
            drawn += _lines(16 + reach, y, label, anchor="end")
            drawn.append(ink.line(((box_at - 36, y), (box_at, y))))
        drawn.append(ink.shape(type(chart.state(name)).__name__, box_at + half, y, half, name, chart.state(name).doc))
        drawn += _lines(box_at + 2 * half + 14, y, tuple(exits))
        wide = max(wide, box_at + 2 * half + 14 + max(map(ink.width, exits), default=0.0) + 12)
        y += high / 2
    frame = ink.panel(0, top, wide, y + 8 - top)
    title = ink.text(16, top + 20, "from anywhere", style=' font-weight="600"')
    return [frame, title, *drawn], wide, y + 8 - top + 20


def _exit(target: Target, label: tuple[str, ...]) -> str:
    return f"{', '.join(label)} → {' + '.join(heads(target)) or BACK}"


def _legend(chart: Chart, top: float, room: float) -> tuple[list[str], float, float]:
    """What each shape means, in as many lines as `room` asks for; with its width and height."""
    drawn: list[str] = []
    x, y, wide = 0.0, top + ink.BOX / 2, 0.0
    entries = [(kind, text) for kind, text in KINDS.items() if any(type(s).__name__ == kind for s in chart.states)]
    if any(map(_forks, chart.states)):
        entries.append(("", FORK))
    for kind, text in entries:
        half = _half(kind.lower()) - 6 if kind else 22.0
        size = 2 * half + 8 + ink.width(text, 11)
        if x and x + size > room:
            x, y = 0.0, y + ink.BOX + 8
        drawn.append(ink.shape(kind, x + half, y, half, kind.lower()) if kind else ink.bar(x + half, y, half))
        drawn.append(ink.text(x + 2 * half + 8, y, text, size=11, style=f' fill="{ink.QUIET}"'))
        wide = max(wide, x + size)
        x += size + 18
    return drawn, wide, y + ink.BOX / 2 - top
