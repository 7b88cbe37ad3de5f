"""What is looked for in the notebook, and what it holds."""

from __future__ import annotations

from datetime import date
from typing import Literal

from indagate.cells.cell import Cell
from indagate.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: an answer to a plain question, to a SELECT, or the notes with some words in a period."""

    form: Literal["plain", "sql", "words"]
    text: str
    first: date | None = None
    last: date | None = None
    units: tuple[str, ...] = ()
    """Units that the user prefers: values of these dimensions are given in them."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A note that an answer rests on, or that is near to what was asked."""

    date: date
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """What the notebook holds for a query.

    `said` is the query in words. `gaps` says what the result leaves out. Where it was `declined`, `words` are those
    that were not understood, and `reason` says more. `near` are notes that match by their words.
    """

    query: Query
    sql: str = ""
    said: str = ""
    cells: tuple[Cell, ...] = ()
    disclosures: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    cited: tuple[Cited, ...] = ()
    declined: bool = False
    words: tuple[str, ...] = ()
    reason: str = ""
    near: tuple[Cited, ...] = ()
    whole: bool = False
    """Whether the near notes hold every word that was asked for."""
    attempts: tuple[str, ...] = ()
    tables: str = ""

    @property
    def answered(self) -> bool:
        """Whether there is a result."""
        return bool(self.sql)
