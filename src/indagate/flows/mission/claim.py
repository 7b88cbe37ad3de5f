"""What a report says: sentences with what they rest on, and a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.flow.worded import Basis
from indagate.flows.mission.ask import Short
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

    @property
    def values(self) -> tuple[str, ...]:
        """The computed values, as they stand in it."""
        return tuple(value for _, value in self.computed)


@dataclass(frozen=True, slots=True)
class TableCell:
    """Words of a fact, copied, and the facts that they are from; empty where no fact says anything."""

    text: Annotated[str, Meta(max_length=200)] = ""
    facts: Annotated[tuple[Short, ...], Meta(max_length=6)] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """What is compared, and a cell for each column."""

    label: Short
    cells: Annotated[tuple[TableCell, ...], Meta(max_length=6)]


@dataclass(frozen=True, slots=True)
class Table:
    """What the question compares, in the columns, with a row for each thing that is known of more than one of them."""

    columns: Annotated[tuple[Short, ...], Meta(max_length=6)] = ()
    rows: Annotated[tuple[TableRow, ...], Meta(max_length=12)] = ()

    @property
    def said(self) -> tuple[TableCell, ...]:
        """All cells that say something."""
        return tuple(cell for row in self.rows for cell in row.cells if cell.text)
