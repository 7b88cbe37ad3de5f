"""The reflector: what is enough, what contradicts what by meaning, which questions findings raise, what to stop.

A model judges that after each round. Code keeps the caps: how many questions, how deep, that facts and sides are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.evidence.fact import Conflict, Fact, Severity
from indagate.evidence.source import Source
from indagate.flows.mission.ask import IDS, PROMPTS, Line, Short
from indagate.flows.mission.constraint import told
from indagate.flows.mission.finding import Listed
from indagate.flows.mission.record import Mission
from indagate.flows.mission.reflection import search_and_read, searches
from indagate.flows.mission.side import Dimension, TaskSpec
from indagate.models import Role

QUESTIONS, IN_ALL, DEPTH = 3, 6, 2
"""New questions of one reflection, of a mission, and how many findings may lie between one and the plan."""
FACTS, TITLES = 120, 60
"""Facts and titles that the reflector is shown."""


@dataclass(frozen=True, slots=True)
class ReflectQuestion:
    """Is this enough? `sides` are names, questions, facts found and aimed at; `open` are tasks that have not ended."""

    question: str
    sides: tuple[tuple[str, str, int, int], ...]
    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    listing: tuple[Listed, ...]
    limits: tuple[str, ...]
    known: tuple[tuple[str, str], ...]
    open: tuple[str, ...]
    tasks_left: int


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts that cannot both hold, what they differ about, and why; grave if the answer hangs on it."""

    facts: Annotated[tuple[Short, ...], Meta(min_length=2, max_length=2)]
    reason: Line
    about: Short = ""
    grave: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """A question that the findings raise, or that is still open, why it matters, and the side it belongs to, if any."""

    question: Line
    reason: Line
    side: Short = ""


@dataclass(frozen=True, slots=True)
class Reflection:
    """Whether the evidence is enough to answer, contradictions, questions to look into, and sides that need no more."""

    enough: bool
    contradictions: Annotated[tuple[Contradiction, ...], Meta(max_length=12)] = ()
    questions: Annotated[tuple[Raised, ...], Meta(max_length=6)] = ()
    stop: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()


def check_reflection(question: ReflectQuestion, output: Reflection) -> list[str]:
    """Say which facts and sides were named that were not shown."""
    facts = {fact.id for fact in question.facts}
    sides = {name for name, _, _, _ in question.sides}
    found = [f"{name} is none of the facts shown" for one in output.contradictions for name in one.facts
             if name not in facts]  # fmt: skip
    found += [
        f"a contradiction of {one.facts[0]} with itself" for one in output.contradictions if len({*one.facts}) < 2
    ]
    found += [f"there is no side {item.side!r}" for item in output.questions if item.side and item.side not in sides]
    return found + [f"there is no side {name!r} to stop" for name in output.stop if name not in sides]


REFLECTOR: Role[ReflectQuestion, Reflection] = Role(
    "reflector",
    Reflection,
    doc="whether the evidence is enough, what contradicts what, what to ask next",
    prompt=PROMPTS / "reflector.md",
    max_tokens=2000,
    check=check_reflection,
    drop_invalid=True,
    optional=True,
    ranked=("facts", "listing"),
    volatile_ids=IDS,
)


def question_of(mission: Mission) -> ReflectQuestion:
    """Return what the reflector is asked."""
    facts = mission.active[:FACTS]
    return ReflectQuestion(
        mission.core_question,
        tuple((item.name, item.question, len(mission.facts_of(item.name)), item.target) for item in mission.dimensions),
        facts,
        mission.sources_of(facts),
        mission.survey.listing[:TITLES] if mission.survey else (),
        told(mission.constraints),
        tuple((one.a, one.b) for one in mission.divergences.values()),
        tuple(task.description for task in mission.tasks.values() if not task.settled),
        max(0, mission.iterations - mission.iteration),
    )


def conflicts_of(mission: Mission, output: Reflection) -> list[Conflict]:
    """Return the contradictions that are not known yet, between facts that count; in the order of the facts."""
    order = {fact.id: number for number, fact in enumerate(mission.active)}
    met = {frozenset((one.a, one.b)) for one in mission.conflicts.values()}
    found: list[Conflict] = []
    for item in output.contradictions:
        if not all(name in order for name in item.facts) or len({*item.facts}) < 2 or frozenset(item.facts) in met:
            continue
        met.add(frozenset(item.facts))
        a, b = sorted(item.facts, key=order.__getitem__)
        severity = Severity.HIGH if item.grave else Severity.MEDIUM
        reason = " ".join(item.reason.split())
        about = " ".join(item.about.split()) or mission.facts[a].dimension
        found.append(Conflict(a, b, about, severity, reason))
    return sorted(found, key=lambda one: (order[one.a], order[one.b]))


def pursued(mission: Mission, output: Reflection) -> tuple[list[Dimension], list[TaskSpec], list[str]]:
    """Return new sides and the tasks of the questions that are looked into, and the questions that are left open."""
    raised = [item for item in mission.dimensions if item.depth]
    asked = {item.question.casefold() for item in mission.dimensions} | {
        task.description.casefold() for task in mission.tasks.values()
    }
    room = min(QUESTIONS, IN_ALL - len(raised))
    sides: list[Dimension] = []
    specs: list[TaskSpec] = []
    left: list[str] = []
    for item in output.questions:
        question, reason = " ".join(item.question.split()), " ".join(item.reason.split())
        own = next((side for side in mission.dimensions if side.name == item.side), None)
        deep = (own.depth if own else 0) + 1
        if not question or question.casefold() in asked:
            continue
        fits = mission.iteration + len(specs) + 2 <= mission.iterations and len(sides) + len(specs) // 2 < QUESTIONS
        if own is not None and fits and searches(mission, own.name) < DEPTH:
            specs += search_and_read(own, len(specs), wording=f"{question} ({reason})")
        elif own is None and fits and len(sides) < room and deep <= DEPTH and len(mission.considered) < DEPTH:
            side = Dimension(question[:80], question, 0.3, 1, reason=reason, depth=len(mission.considered) + 1)
            sides.append(side)
            specs += search_and_read(side, len(specs), wording=f"{question} ({reason})")
        else:
            left.append(question)
        asked.add(question.casefold())
    return sides, specs, left
