"""The critic's judgement of an answer: each thing that was asked for, one by one. It has no rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from indagate.flows.task.plan import Wanted
from indagate.models import Role


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """Does the answer give what was asked for? The judge sees goal, criteria, evidence, and what the checks found.

    `items` are what is judged, one by one.
    """

    goal: str
    answer: str
    items: tuple[str, ...]
    required: tuple[str, ...] = ()
    prohibited: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    findings: tuple[str, ...] = ()


def items_of(goal: str, wanted: tuple[Wanted, ...]) -> tuple[str, ...]:
    """Return what is judged, one by one: the things that the goal asks for, else the goal itself."""
    return tuple(_told(one) for one in wanted) or (goal,)


def _told(wanted: Wanted) -> str:
    inner = ", ".join(part for part in (wanted.dimension, wanted.unit and f"in {wanted.unit}") if part)
    return f"{wanted.what} ({inner})" if inner else wanted.what


@dataclass(frozen=True, slots=True)
class Judged:
    """How far one thing asked for is there and right, 0 to 1, and by which evidence, or what is wrong."""

    score: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge says of each item, in their order, and what would make the answer better."""

    items: tuple[Judged, ...]
    feedback: str = ""

    @property
    def score(self) -> float:
        """The mean of the items' scores, 0 to 1."""
        return sum(item.score for item in self.items) / len(self.items) if self.items else 0.0


def _complaints(asked: JudgeQuestion, given: Judgement) -> list[str]:
    if len(given.items) != len(asked.items):
        return [f"there are {len(asked.items)} items to judge, and {len(given.items)} judgements"]
    wrong = [item.score for item in given.items if not 0 <= item.score <= 1]
    return [f"a score is a number from 0 to 1, not {wrong[0]}"] if wrong else []


CRITIC: Role[JudgeQuestion, Judgement] = Role(
    "critic",
    Judgement,
    doc="whether each thing asked for is there and right",
    prompt=Path(__file__).with_name("critic.md"),
    max_tokens=1200,
    check=_complaints,
)
