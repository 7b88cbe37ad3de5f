"""The parts of a plan: sides of the question, and tasks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from indagate.flows.mission.constraint import UNLIMITED, Constraints

Kind = Literal["P", "S", "R", "C"]
"""What a task does: plan, search, read, resolve a conflict."""
Outcome = Literal["COMPLETED", "FAILED", "SKIPPED"]


@dataclass(frozen=True, slots=True)
class Dimension:
    """One side of the question: what to find out, how much it weighs (0–1), how many facts are enough.

    `after` names the sides whose findings it needs, `queries` are what it is searched for first. A side that findings
    raised has the `reason` and how many such steps lie before it.
    """

    name: str
    question: str
    weight: float = 1.0
    target: int = 3
    after: tuple[str, ...] = ()
    reason: str = ""
    depth: int = 0
    queries: tuple[str, ...] = ()


def focused(dimensions: tuple[Dimension, ...], name: str) -> tuple[Dimension, ...]:
    """Return the sides with one of them at twice its weight; the weights still sum to what they did."""
    raised = [replace(item, weight=item.weight * (2 if item.name == name else 1)) for item in dimensions]
    total, most = (sum(item.weight for item in sides) for sides in (dimensions, raised))
    return tuple(replace(item, weight=round(item.weight * total / (most or 1), 3)) for item in raised)


@dataclass(frozen=True, slots=True)
class EarlierPlan:
    """The plan of a mission that has ended, to be followed again; `worded` says whether a model chose words of it."""

    run: str
    core_question: str
    dimensions: tuple[Dimension, ...]
    constraints: Constraints = UNLIMITED
    worded: bool = False


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """A task to be added; the fold gives it its id. `after` names ids, or `+N` for the N-th task added with it."""

    kind: Kind
    description: str
    dimension: str = ""
    after: tuple[str, ...] = ()
    critical: bool = False
    conflict: str = ""
    instead_of: str = ""
