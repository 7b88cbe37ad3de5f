"""What a report says: sentences with what they rest on, and a comparison."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flow.worded import Basis
from indagate.models import RULE


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the report, the facts that it rests on, who worded it, and who judged that they support it.

    `computed` are the expressions of its numbers that no quote holds, each with its value.
    """

    text: str
    facts: tuple[str, ...]
    basis: Basis = "worded"
    by: str = RULE
    supported_by: str = ""
    computed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is compared in a row, and what the facts say of it for each column, in their own words; None for nothing."""

    label: str
    cells: tuple[Claim | None, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A comparison: what is compared stands in the columns."""

    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All cells that say something."""
        return tuple(cell for row in self.rows for cell in row.cells if cell is not None)
