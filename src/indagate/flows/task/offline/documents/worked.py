"""What was worked out from documents: an expression, its unit, and the sentences that its numbers stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from indagate.flows.task.offline.documents.fact import Book, Dated, Fact
from indagate.flows.task.offline.goal import Goal


@dataclass(frozen=True, slots=True)
class Asked:
    """A goal as these rules read it: with small numbers as digits, the years and the other numbers that it names."""

    goal: Goal
    text: str
    years: tuple[str, ...]
    counts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """An expression for the calculator, the unit of its value where that has none itself, and what it rests on."""

    expression: str
    unit: str
    facts: tuple[Fact | Dated, ...]
    note: str = ""


class Rule(Protocol):
    """A way of working something out; None where the goal does not ask for it, or an operand is not clear."""

    def __call__(self, asked: Asked, book: Book) -> Worked | None:
        """Return what is worked out."""
