"""The evaluator: accuracy, relevance, safety, completeness of an answer. It has no rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from indagate.flows.notes.chart import Failing
from indagate.flows.notes.domain import Domain
from indagate.frozen import dataclass
from indagate.models import Role

Dimension = Literal["accuracy", "relevance", "safety", "completeness"]


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """Is this answer accurate, relevant, safe and complete?"""

    text: str
    sentences: tuple[str, ...]
    found: tuple[str, ...]
    told: tuple[str, ...]
    gaps: tuple[str, ...]
    loaded: tuple[Domain, ...]
    context: str = ""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The dimensions in which the answer fails; none: it passes."""

    failing: tuple[Failing, ...]


class FailingAnswer(Struct, frozen=True):
    """A dimension in which the answer fails; `sentence` numbers the one at fault; 0: the whole."""

    dimension: Dimension
    reason: Annotated[str, Meta(max_length=500)]
    sentence: Annotated[int, Meta(ge=0)] = 0


class EvaluationAnswer(Struct, frozen=True):
    """What is wrong with an answer; nothing: it passes."""

    failing: Annotated[tuple[FailingAnswer, ...], Meta(max_length=12)] = ()


def to_evaluation(asked: EvaluationQuestion, given: EvaluationAnswer) -> Evaluation:
    """Return the failures with the sentences that they are of. Raises `ValueError` for a sentence that is not there."""
    failing = []
    for one in given.failing:
        if one.sentence > len(asked.sentences):
            raise ValueError(f"there is no sentence {one.sentence}: the answer has {len(asked.sentences)}")
        sentence = asked.sentences[one.sentence - 1] if one.sentence else ""
        failing.append(Failing(one.dimension, one.reason, sentence))
    return Evaluation(tuple(failing))


def refused(asked: EvaluationQuestion) -> tuple[Failing, ...]:
    """Return the sentences that say what a loaded domain says an answer must not, word for word."""
    return tuple(
        Failing(rule.dimension, rule.reason, sentence)
        for domain in asked.loaded for rule in domain.evaluation for sentence in asked.sentences
        if any(claim.casefold() in sentence.casefold() for claim in rule.claim)
    )  # fmt: skip


EVALUATOR: Role[EvaluationQuestion, Evaluation] = Role(
    "evaluator",
    Evaluation,
    doc="accuracy, relevance, safety, completeness",
    prompt=Path(__file__).with_name("evaluator.md"),
    max_tokens=800,
    answer=EvaluationAnswer,
    to_output=to_evaluation,
)
