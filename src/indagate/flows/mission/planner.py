"""The planner: the sides of a question, the limits on its sources, and tasks that need what sides have found.

Without a model a side is a sentence or an item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from indagate.evidence.sentence import sentences
from indagate.evidence.support import without_strange_addresses
from indagate.flows.mission.amendment import Amendment, exact, limits_in
from indagate.flows.mission.ask import PROMPTS, Line, Short, one_line
from indagate.flows.mission.constraint import UNLIMITED, Constraints
from indagate.flows.mission.finding import Listed
from indagate.flows.mission.side import Dimension, focused
from indagate.models import Role

_NAME = 60
"""Characters of a part's name."""
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?(?:\d{1,2}|[a-z])[.)])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class PlanQuestion:
    """The question, what there is to read, and what a person wants changed in the plan as it stands.

    `limits` are those that the person set beside the question, in words; `known` is what earlier sides found, where a
    task of the plan asks for more sides.
    """

    question: str
    amendments: tuple[str, ...] = ()
    listing: tuple[Listed, ...] = ()
    documents: int = 0
    plan: tuple[Dimension, ...] = ()
    limits: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    today: date | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The question as understood, its sides, what the research keeps to, and tasks beside each side's own.

    `extra` are plans to make and contradictions to look for once sides have been read: a kind, what to do, the sides.
    """

    core_question: str
    dimensions: tuple[Dimension, ...]
    constraints: Constraints = UNLIMITED
    extra: tuple[tuple[Literal["P", "C"], str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the question: a short name, the question to be answered, its weight, the sides it needs first."""

    name: Short
    question: Line
    weight: Annotated[float, Meta(ge=0.05, le=1)] = 1.0
    facts: Annotated[int, Meta(ge=1, le=8, description="how many facts would be enough")] = 3
    after: Annotated[tuple[Short, ...], Meta(max_length=4, description="names of sides whose findings it needs")] = ()
    queries: Annotated[tuple[Line, ...], Meta(max_length=4, description="what to search for first")] = ()


@dataclass(frozen=True, slots=True)
class Extra:
    """A task beside the search and the reading of each side, for when these sides have been read."""

    kind: Literal["plan", "conflict"]
    description: Line
    sides: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=8)]


@dataclass(frozen=True, slots=True)
class PlanAnswer:
    """The question as understood, its sides, its limits, and tasks that need what sides have found."""

    core_question: Line
    dimensions: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=8)]
    constraints: Annotated[tuple[Line, ...], Meta(max_length=12, description="limits in their exact forms")] = ()
    tasks: Annotated[tuple[Extra, ...], Meta(max_length=4)] = ()


def sides_of(question: PlanQuestion, answer: PlanAnswer) -> Plan:
    """The plan, its names distinct and its weights summing to 1. Raises `ValueError` for what makes no plan."""
    made: dict[str, Dimension] = {}
    if not one_line(answer.core_question):
        raise ValueError("the core question is empty")
    said = (question.question, *question.amendments)
    for side in answer.dimensions:
        name, asked = (without_strange_addresses(one_line(text), said) for text in (side.name, side.question))
        if not name or not asked:
            raise ValueError("a dimension needs a name and a question")
        if name.casefold() in made:
            raise ValueError(f"two dimensions have the name {name!r}")
        made[name.casefold()] = Dimension(name, asked, side.weight, side.facts)
    for own, side in zip(list(made), answer.dimensions, strict=True):
        first = () if side.after else tuple(dict.fromkeys(filter(None, map(one_line, side.queries))))
        made[own] = replace(made[own], after=_known(side.after, made), queries=first)
    total = sum(item.weight for item in made.values())
    weights = [round(item.weight / total, 2) for item in made.values()]
    weights[0] = round(weights[0] + 1 - sum(weights), 2)
    sides = tuple(replace(item, weight=weight) for item, weight in zip(made.values(), weights, strict=True))
    kinds: dict[str, Literal["P", "C"]] = {"plan": "P", "conflict": "C"}
    extra = ((kinds[task.kind], one_line(task.description), _known(task.sides, made)) for task in answer.tasks)
    return Plan(one_line(answer.core_question), sides, limits_in(answer.constraints), tuple(extra))


def _known(names: Iterable[str], made: dict[str, Dimension]) -> tuple[str, ...]:
    """Return sides by their names. Raises `ValueError` for one that there is not."""
    strange = [name for name in names if one_line(name).casefold() not in made]
    if strange:
        raise ValueError(f"there is no side {strange[0]!r} to come after")
    return tuple(dict.fromkeys(made[one_line(name).casefold()].name for name in names))


# --- without a model ------------------------------------------------------------------------------------------------


def plan(question: PlanQuestion) -> Plan:
    """Return a side for each sentence and each item of a list, of the question and of what was added to it.

    A sentence that is an exact form is no side: it limits the sources, drops a side or puts the weight on one.
    """
    changes: list[Amendment] = []
    parts: list[str] = []
    for part in parts_of(question.question):
        made, strange = exact(part)
        limiting = not strange and all(item.act == "limit" for item in made)
        changes += made if limiting else ()
        parts += [] if limiting else [part]
    for text in question.amendments:
        made, strange = exact(text)
        changes += made
        parts += parts_of(text) if strange else [item.value for item in made if item.act == "add"]
    dropped = [item.value.casefold() for item in changes if item.act == "drop"]
    parts = [part for part in dict.fromkeys(parts) if not any(text in part.casefold() for text in dropped)]
    parts = parts or [" ".join(question.question.split())]
    share = round(1 / len(parts), 2)
    sides: list[Dimension] = []
    for part in parts:
        weight = share if sides else round(1 - share * (len(parts) - 1), 2)
        sides.append(Dimension(_named(part, [item.name for item in sides]), part, weight, 1))
    limits = UNLIMITED
    for item in changes:
        limits = limits.with_more(item.limits)
        if item.act == "focus":
            name = next((side.name for side in sides if item.value.casefold() in side.question.casefold()), "")
            sides = list(focused(tuple(sides), name))
    return Plan(" ".join(question.question.split()), tuple(sides), limits)


def parts_of(text: str) -> list[str]:
    """Return the sentences and the items of a text; an item of a list stands behind what leads in to it."""
    found: list[str] = []
    lead = ""
    for item, block in _blocks(text):
        if item:
            if lead and found and found[-1] == lead:
                found.pop()
            found.append(f"{lead} {block}" if lead else block)
            continue
        said = [" ".join(sentence.text.split()) for sentence in sentences(block)]
        found += said
        lead = said[-1] if said and said[-1].endswith(":") else ""
    return found


def _blocks(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the items of lists and the paragraphs between them, each on one line, with whether it is an item."""
    held, listed = "", False
    for line in [*text.splitlines(), ""]:
        item = _ITEM.match(line)
        if (item or not line.strip()) and held:
            yield listed, held
            held, listed = "", False
        held = " ".join((held + " " + (line[item.end() :] if item else line)).split())
        listed = listed or item is not None


def _named(part: str, taken: Sequence[str]) -> str:
    """Return a short name for a part that no other has."""
    bare = part.strip().rstrip(".?!:;,… ") or part
    name = bare if len(bare) <= _NAME else f"{bare[:_NAME].rpartition(' ')[0] or bare[:_NAME]} …"
    again = sum(other.casefold().startswith(name.casefold()) for other in taken)
    return f"{name} ({again + 1})" if again else name


PLANNER: Role[PlanQuestion, Plan] = Role(
    "planner",
    Plan,
    plan,
    fallback_when_over_budget=True,
    doc="decompose the question into dimensions",
    prompt=PROMPTS / "planner.md",
    max_tokens=2000,
    answer=PlanAnswer,
    to_output=sides_of,
)
