"""What the methods of calculations give, and by which names they are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from indagate.tools.tables.table import Cell, Rows


@dataclass(slots=True)
class Outcome:
    """What a method gave: numbers and labels by name, and the probability by chance if it is a test."""

    numbers: dict[str, float] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    tail: float | None = None


Options = Mapping[str, Cell]
Method = Callable[[Rows, Options], Outcome]


def numbers_of(rows: Rows, column: int = 0) -> list[float]:
    """Return the numbers of a column."""
    return [float(row[column]) for row in rows.rows if isinstance(row[column], int | float)]  # type: ignore[arg-type]
