"""Layered layout: where boxes, labels and edges of a drawing go, so that nothing covers anything else.

Rows by longest path, back edges turned round, a place of its own for every label and for every row that a long edge
passes, then few crossings (barycentre sweeps), then straight lines (least squares under the order of each row).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

GAP = 22.0
"""Pixels between neighbours in a row."""
ROW_GAP = 26.0
"""Least pixels between rows; wider where edges run far sideways."""
HEAD = 10.0
"""Pixels that an edge runs straight before it ends in an arrowhead."""


@dataclass(frozen=True, slots=True)
class Box:
    """Something to place: how far it reaches left and right of its axis, and how tall it is, in pixels."""

    key: str
    left: float
    right: float
    height: float
    ports: float
    """How far from its axis edges may touch it."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from tail to head with a label of this size, or (0, 0)."""

    tail: str
    head: str
    label: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Route:
    """The points an edge runs through, from tail to head, and the left middle of its label."""

    points: tuple[tuple[float, float], ...]
    label: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """Axis and middle of every box, a route for every edge in the order given, and the size of it all."""

    places: dict[str, tuple[float, float]]
    routes: tuple[Route, ...]
    width: float
    height: float


@dataclass(slots=True)
class _Cell:
    """A box, a label, or the place where a long edge passes a row."""

    left: float
    right: float
    height: float
    row: int
    key: str = ""
    up: list[int] = field(default_factory=list)
    down: list[int] = field(default_factory=list)
    x: float = 0.0


def arrange(boxes: Sequence[Box], edges: Sequence[Edge]) -> Layout:
    """Place boxes in rows, the first one on top; deterministic, and self-loops are not its business."""
    order = [box.key for box in boxes]
    backward = _back_edges(order, edges)
    rows_of = _rows(order, edges, backward)
    cells = [_Cell(box.left, box.right, box.height, rows_of[box.key], box.key) for box in boxes]
    index = {key: i for i, key in enumerate(order)}
    chains, labels = _chains(cells, index, edges, backward)
    rows: list[list[int]] = [[] for _ in range(max(cell.row for cell in cells) + 1)]
    for i, cell in enumerate(cells):
        rows[cell.row].append(i)
    rows = _uncross(cells, rows)
    _straighten(cells, rows)
    reach = {index[box.key]: box.ports for box in boxes}
    _unbend(cells, rows, chains, reach)
    margin = min(cell.x - cell.left for cell in cells)
    for cell in cells:
        cell.x -= margin
    tops, bottoms = _heights(cells, rows)
    middles = {i: (tops[cell.row] + bottoms[cell.row]) / 2 for i, cell in enumerate(cells)}
    ports = _ports(cells, chains, reach)
    routes = []
    for number, chain in enumerate(chains):
        points = _points(cells, chain, ports, number, (tops, bottoms), middles)
        spot = labels[number]
        label = (cells[spot].x + 7, middles[spot]) if spot >= 0 else (0.0, 0.0)
        routes.append(Route(tuple(reversed(points)) if number in backward else tuple(points), label))
    places = {key: (cells[i].x, middles[i]) for key, i in index.items()}
    return Layout(places, tuple(routes), max(cell.x + cell.right for cell in cells), bottoms[-1])


def _back_edges(order: Sequence[str], edges: Sequence[Edge]) -> set[int]:
    """The edges that close a cycle when the boxes are walked depth first, in the order given."""
    leaving: dict[str, list[int]] = {key: [] for key in order}
    for number, edge in enumerate(edges):
        leaving[edge.tail].append(number)
    backward: set[int] = set()
    seen: set[str] = set()
    for start in order:
        if start in seen:
            continue
        path, stack = {start}, [(start, iter(leaving[start]))]
        seen.add(start)
        while stack:
            key, rest = stack[-1]
            number = next(rest, -1)
            if number < 0:
                stack.pop()
                path.discard(key)
            elif (head := edges[number].head) in path:
                backward.add(number)
            elif head not in seen:
                seen.add(head)
                path.add(head)
                stack.append((head, iter(leaving[head])))
    return backward


def _rows(order: Sequence[str], edges: Sequence[Edge], backward: set[int]) -> dict[str, int]:
    """The row of each box: the longest path to it, a labelled edge being two rows long."""
    rows = dict.fromkeys(order, 0)
    for _ in order:
        for number, edge in enumerate(edges):
            tail, head = (edge.head, edge.tail) if number in backward else (edge.tail, edge.head)
            rows[head] = max(rows[head], rows[tail] + (2 if edge.label[1] else 1))
    return rows


def _chains(
    cells: list[_Cell], index: Mapping[str, int], edges: Sequence[Edge], backward: set[int]
) -> tuple[list[list[int]], list[int]]:
    """For each edge the cells it passes from top to bottom, and which of them is its label (-1: none)."""
    chains, labels = [], []
    for number, edge in enumerate(edges):
        top, bottom = index[edge.tail], index[edge.head]
        if number in backward:
            top, bottom = bottom, top
        first, last = cells[top].row + 1, cells[bottom].row
        labelled = last - 1 if number in backward else first  # a label stands next to the tail
        chain, spot = [top], -1
        for row in range(first, last):
            if row == labelled and edge.label[1]:
                spot = len(cells)
                cells.append(_Cell(5.0, edge.label[0] + 9, edge.label[1], row))
            else:
                cells.append(_Cell(5.0, 5.0, 0.0, row))
            chain.append(len(cells) - 1)
        chain.append(bottom)
        for upper, lower in pairwise(chain):
            cells[upper].down.append(lower)
            cells[lower].up.append(upper)
        chains.append(chain)
        labels.append(spot)
    return chains, labels


def _crossings(cells: Sequence[_Cell], rows: Sequence[Sequence[int]]) -> int:
    count = 0
    for upper, lower in pairwise(rows):
        place = {i: n for n, i in enumerate(lower)}
        ends = [place[j] for i in upper for j in sorted(cells[i].down, key=place.__getitem__)]
        count += sum(ends[a] > ends[b] for a in range(len(ends)) for b in range(a + 1, len(ends)))
    return count


def _uncross(cells: Sequence[_Cell], rows: list[list[int]]) -> list[list[int]]:
    """The rows in the order with the fewest crossings, from several starting orders, the given one first."""
    best, fewest = rows, _crossings(cells, rows)
    for stride in (1, -1, *(104_729 * n for n in range(1, 11))):  # any fixed ways of shuffling do
        trial = [[i for _, i in sorted((i * stride % 65_537, i) for i in row)] for row in rows]
        for sweep in range(16):
            if fewest == 0:
                return best
            _sweep(cells, trial, sweep % 2 == 0)
            _swap_neighbours(cells, trial)
            count = _crossings(cells, trial)
            if count < fewest:
                best, fewest = [list(row) for row in trial], count
    return best


def _sweep(cells: Sequence[_Cell], rows: list[list[int]], downward: bool) -> None:
    """Sort each row by the mean place of its neighbours in the row before it."""
    for number in range(1, len(rows)) if downward else range(len(rows) - 2, -1, -1):
        place = {i: n for n, i in enumerate(rows[number - 1 if downward else number + 1])}
        centres = {}
        for n, i in enumerate(rows[number]):
            near = cells[i].up if downward else cells[i].down
            centres[i] = sum(place[j] for j in near) / len(near) if near else float(n)
        rows[number].sort(key=centres.__getitem__)


def _swap_neighbours(cells: Sequence[_Cell], rows: list[list[int]]) -> None:
    """Exchange two neighbours wherever that alone removes crossings."""
    for number, row in enumerate(rows):
        near = rows[max(0, number - 1) : number + 2]
        for n in range(len(row) - 1):
            before = _crossings(cells, near)
            row[n], row[n + 1] = row[n + 1], row[n]
            if _crossings(cells, near) >= before:
                row[n], row[n + 1] = row[n + 1], row[n]


def spread(wanted: Sequence[float], weights: Sequence[float], apart: Sequence[float]) -> list[float]:
    """The positions nearest to `wanted` (weighted least squares) that keep order and the distances `apart`."""
    offsets = [0.0]
    for distance in apart:
        offsets.append(offsets[-1] + distance)
    pools: list[tuple[float, float, int]] = []  # mean, weight, members: pooled while out of order
    for want, weight, offset in zip(wanted, weights, offsets, strict=True):
        mean, total, members = want - offset, weight, 1
        while pools and pools[-1][0] > mean:
            left, heavy, many = pools.pop()
            mean = (left * heavy + mean * total) / (heavy + total)
            total, members = total + heavy, members + many
        pools.append((mean, total, members))
    levels = [mean for mean, _, members in pools for _ in range(members)]
    return [level + offset for level, offset in zip(levels, offsets, strict=True)]


def _straighten(cells: Sequence[_Cell], rows: Sequence[Sequence[int]]) -> None:
    def pull(a: _Cell, b: _Cell) -> float:
        return 1.0 if a.key and b.key else 2.0 if a.key or b.key else 8.0

    def settle(row: Sequence[int], wanted: Sequence[float], weights: Sequence[float]) -> None:
        apart = [cells[a].right + GAP + cells[b].left for a, b in pairwise(row)]
        for i, x in zip(row, spread(wanted, weights, apart), strict=True):
            cells[i].x = x

    for row in rows:
        settle(row, [0.0] * len(row), [1.0] * len(row))
    for sweep in range(120):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted, weights = [], []
            for i in row:
                near = [cells[j] for j in (*cells[i].up, *cells[i].down)]
                total = sum(pull(cells[i], cell) for cell in near)
                weights.append(total or 0.1)
                wanted.append(sum(pull(cells[i], cell) * cell.x for cell in near) / total if near else cells[i].x)
            settle(row, wanted, weights)


def _unbend(
    cells: Sequence[_Cell], rows: Sequence[Sequence[int]], chains: Sequence[Sequence[int]], reach: Mapping[int, float]
) -> None:
    """Let long edges run straight down for as many rows as their neighbours leave room for."""
    place = {i: (row, n) for row in rows for n, i in enumerate(row)}

    def room(i: int) -> tuple[float, float]:
        if i in reach:
            return cells[i].x - reach[i], cells[i].x + reach[i]
        row, n = place[i]
        low = cells[row[n - 1]].x + cells[row[n - 1]].right + GAP + cells[i].left if n else float("-inf")
        more = n + 1 < len(row)
        high = cells[row[n + 1]].x - cells[row[n + 1]].left - GAP - cells[i].right if more else float("inf")
        return low, max(low, high)

    for _ in range(12):
        for chain in chains:
            runs: list[tuple[list[int], float, float]] = []
            for i in chain:
                low, high = room(i)
                if runs and max(low, runs[-1][1]) <= min(high, runs[-1][2]):
                    members, lower, upper = runs[-1]
                    runs[-1] = [*members, i], max(low, lower), min(high, upper)
                else:
                    runs.append(([i], low, high))
            aim = cells[chain[0]].x
            for members, low, high in runs:
                free = [i for i in members if i not in reach]
                if len(runs) == 1:
                    aim = sum(cells[i].x for i in members) / len(members)
                aim = min(max(aim, low), high)
                for i in free:
                    cells[i].x = aim


def _heights(cells: Sequence[_Cell], rows: Sequence[Sequence[int]]) -> tuple[list[float], list[float]]:
    tops, bottoms, y = [], [], 0.0
    for row in rows:
        tops.append(y)
        bottoms.append(y + max((cells[i].height for i in row), default=0.0))
        sideways = max((abs(cells[i].x - cells[j].x) for i in row for j in cells[i].down), default=0.0)
        y = bottoms[-1] + ROW_GAP + min(40.0, sideways * 0.12)
    return tops, bottoms


def _ports(
    cells: Sequence[_Cell], chains: Sequence[Sequence[int]], reach: Mapping[int, float]
) -> dict[tuple[int, int], float]:
    """Where on its box each edge starts (number, 0) and ends (number, -1): over its next cell if it can."""
    sides: dict[tuple[int, int], list[tuple[float, int]]] = {}
    for number, chain in enumerate(chains):
        sides.setdefault((chain[0], 0), []).append((cells[chain[1]].x, number))
        sides.setdefault((chain[-1], -1), []).append((cells[chain[-2]].x, number))
    ports: dict[tuple[int, int], float] = {}
    for (box, end), touching in sides.items():
        touching.sort()
        x, far = cells[box].x, reach[box]
        step = min(18.0, 2 * far / max(1, len(touching) - 1))
        wanted = [min(max(other, x - far), x + far) for other, _ in touching]
        found = spread(wanted, [1.0] * len(wanted), [step] * (len(wanted) - 1))
        for n, ((_, number), port) in enumerate(zip(touching, found, strict=True)):
            low, high = x - far + n * step, x + far - (len(touching) - 1 - n) * step
            ports[number, end] = min(max(port, low), high)
    return ports


def _points(
    cells: Sequence[_Cell],
    chain: Sequence[int],
    ports: Mapping[tuple[int, int], float],
    number: int,
    rows: tuple[Sequence[float], Sequence[float]],
    middles: Mapping[int, float],
) -> list[tuple[float, float]]:
    """Points in pairs: straight down within a row, and to be joined by a curve from row to row."""
    tops, bottoms = rows
    first, last = chain[0], chain[-1]
    x = ports[number, 0]
    points = [(x, middles[first] + cells[first].height / 2), (x, bottoms[cells[first].row] + HEAD)]
    for i in chain[1:-1]:
        row = cells[i].row
        points += [(cells[i].x, tops[row] - 4), (cells[i].x, bottoms[row] + 4)]
    x = ports[number, -1]
    return [*points, (x, tops[cells[last].row] - HEAD), (x, middles[last] - cells[last].height / 2)]
