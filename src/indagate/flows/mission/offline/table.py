"""Questions that a table answers by its greatest or least value: "in which month was the factor lowest?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from indagate.evidence import quantities
from indagate.flows.mission.ask import Excerpt
from indagate.flows.mission.offline.bearing import Sought
from indagate.flows.mission.offline.term import bag, strength
from indagate.flows.mission.offline.unit import Unit, row_cells

_LEAST = re.compile(
    r"\b(?:lowest|least|smallest|minimum|fewest|cheapest|shortest|slowest|worst|coldest|"
    r"niedrigste\w*|kleinste\w*|geringste\w*|günstigste\w*|kürzeste\w*|am (?:niedrigsten|kleinsten|geringsten|"
    r"wenigsten|kältesten)|"
    r"наименьш\w+|минимальн\w+|сам\w+ (?:низк|маленьк|дешёв|дешев|коротк|холодн)\w+|меньше всего)\b",
    re.IGNORECASE,
)
_GREATEST = re.compile(
    r"\b(?:highest|greatest|largest|biggest|maximum|longest|fastest|most expensive|warmest|hottest|"
    r"höchste\w*|größte\w*|längste\w*|teuerste\w*|schnellste\w*|am (?:höchsten|größten|längsten|meisten|wärmsten)|"
    r"наибольш\w+|максимальн\w+|сам\w+ (?:высок|больш|дорог|длинн|быстр|тёпл|тепл)\w+|больше всего)\b",
    re.IGNORECASE,
)
_ROWS = 3
"""Fewer rows are no table to search for an extreme."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What may be a fact, in its excerpt, with its score."""

    unit: Unit
    excerpt: Excerpt
    score: float


def with_extremes(
    question: str, scored: list[Scored], found: Sequence[tuple[Unit, Excerpt]], aim: Sought
) -> list[Scored]:
    """Where a question asks for the greatest or least, only that row of a table that has the column, on top."""
    least, greatest = _LEAST.search(question), _GREATEST.search(question)
    if bool(least) == bool(greatest):
        return scored
    tables: dict[str, list[tuple[Unit, Excerpt]]] = {}
    for unit, excerpt in found:
        if unit.header:
            tables.setdefault(unit.header, []).append((unit, excerpt))
    top = max((item.score for item in scored), default=0.0)
    for header, rows in tables.items():
        column = _column(header, aim)
        valued = [
            (value, unit, excerpt) for unit, excerpt in rows if (value := _value(unit, excerpt, column)) is not None
        ]
        if column is None or len(valued) < _ROWS:
            continue
        extreme = (min if least else max)(value for value, _, _ in valued)
        scored = [item for item in scored if item.unit.header != header]
        title = re.sub(r"_", " ", header.split(" | ")[column])
        degree = "least" if least else "greatest"
        for value, unit, excerpt in valued:
            if value == extreme:
                noted = f"{title}: {degree} of {len(valued)} rows"
                heading = " › ".join(part for part in (unit.heading, noted) if part)
                scored.append(Scored(replace(unit, heading=heading), excerpt, top + aim.coverage(title, excerpt.place)))
    return scored


def _column(header: str, aim: Sought) -> int | None:
    """The column that the question asks about: the one whose name shares most with it, the first apart."""
    names = [name.replace("_", " ") for name in header.split(" | ")]

    def shared(at: int) -> float:
        held = bag(names[at])
        words = max(1, len(held))
        return sum(term.weight * strength(term, held) for term in aim.terms) - 0.01 * words

    best = max(range(1, len(names)), key=shared, default=None)
    return best if best is not None and shared(best) > 0 else None


def _value(unit: Unit, excerpt: Excerpt, column: int | None) -> Decimal | None:
    cells = row_cells(excerpt.text[unit.start : unit.end])
    if column is None or column >= len(cells):
        return None
    found = [item for item in quantities(cells[column]) if item.kind in ("number", "percent", "money")]
    return found[0].value if len(found) == 1 else None
