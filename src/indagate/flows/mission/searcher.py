"""The query-writer and the judge: what to search for, and which of the passages that come are worth reading.

Without a model the words of the part are searched for once, and the first passages are kept by rank.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from indagate.flows.mission.ask import PROMPTS, Line
from indagate.flows.mission.asked import Asked
from indagate.flows.mission.finding import Grade, Hit, Listed
from indagate.flows.mission.side import Dimension
from indagate.models import Role


@dataclass(frozen=True, slots=True)
class QueryQuestion:
    """What a search task is after: `tried` are the queries so far, `seen` texts that they brought.

    `known` is what was found on the sides that this one needs, `limits` what the person limits, in words.
    """

    question: str
    dimension: Dimension
    description: str
    round: int
    tried: tuple[str, ...]
    seen: tuple[str, ...]
    listing: tuple[Listed, ...] = ()
    known: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Queries:
    """What to search for next; none when nothing else comes to mind."""

    queries: Annotated[tuple[Line, ...], Meta(max_length=4)]


def queries(question: QueryQuestion) -> Queries:
    """Return the part's words, once."""
    query = " ".join(Asked.of(question.dimension.question).words)
    return Queries((query,) if query and query not in question.tried else ())


QUERY_WRITER: Role[QueryQuestion, Queries] = Role(
    "query-writer",
    Queries,
    queries,
    tier="fast",
    doc="what to search for in this round",
    prompt=PROMPTS / "query-writer.md",
    max_tokens=500,
)


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """Which of these passages, numbered from 0, are worth reading for this dimension of the question?

    `most` is how many the rule keeps, which goes by rank.
    """

    question: str
    dimension: Dimension
    candidates: tuple[Hit, ...]
    most: int = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """A passage's grade and the reason."""

    number: int
    grade: Grade
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict for every candidate."""

    verdicts: tuple[Verdict, ...]


def check_judgement(question: JudgeQuestion, output: Judgement) -> list[str]:
    """Say which passages were graded that were not shown, twice, or not at all."""
    shown, given = {*range(len(question.candidates))}, Counter(verdict.number for verdict in output.verdicts)
    found = [f"there is no passage {number}" for number in sorted(given.keys() - shown)]
    found += [f"passage {number} is graded twice" for number, times in sorted(given.items()) if times > 1]
    missing = ", ".join(map(str, sorted(shown - given.keys())))
    return found + ([f"not graded: {missing}"] if missing else [])


def judge(question: JudgeQuestion) -> Judgement:
    """Keep the first passages by rank, those before others that hold all the words."""
    asked = Asked.of(question.dimension.question)
    missing = [asked.missing(item.text, item.heading, item.title, item.path) for item in question.candidates]
    kept = sorted(range(len(missing)), key=lambda number: bool(missing[number]))[: question.most]  # stable: by rank
    said = (f"lacks {', '.join(words)}" if words else "holds all the words" for words in missing)
    grades: tuple[Grade, ...] = ("discarded", "relevant")
    return Judgement(tuple(Verdict(number, grades[number in kept], why) for number, why in enumerate(said)))


JUDGE: Role[JudgeQuestion, Judgement] = Role(
    "judge",
    Judgement,
    judge,
    tier="fast",
    doc="which passages are worth reading",
    optional=True,
    prompt=PROMPTS / "judge.md",
    max_tokens=lambda asked: 200 + 60 * len(asked.candidates),
    check=check_judgement,
    ranked=("candidates",),
    drop_invalid=True,
)
