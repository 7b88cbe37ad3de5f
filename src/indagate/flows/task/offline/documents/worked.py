"""What was worked out from documents: an expression, its unit, and the sentences that its numbers stand in."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.task.offline.documents.fact import Dated, Fact


@dataclass(frozen=True, slots=True)
class Worked:
    """An expression for the calculator, the unit of its value where that has none itself, and what it rests on.

    `lead` is the thing that the goal asks to choose, said before the value.
    """

    expression: str
    unit: str
    facts: tuple[Fact | Dated, ...]
    note: str = ""
    lead: str = ""
