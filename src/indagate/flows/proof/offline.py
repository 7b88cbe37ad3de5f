"""The rules that answer the proof flow's roles without a model."""

from __future__ import annotations

from indagate.flows.proof.ask import (
    ApproachQuestion,
    Formal,
    FormalQuestion,
    Ideas,
    Insight,
    LemmaQuestion,
    Lemmas,
    MortemQuestion,
)
from indagate.flows.proof.learning import insight_of

_MOST = 8


def approaches(question: ApproachQuestion) -> Ideas:
    """Propose nothing: without a model the portfolio is the researcher."""
    return Ideas()


def lemmas(question: LemmaQuestion) -> Lemmas:
    """Take the stuck goals themselves, which come closed and generalised, the shortest first."""
    return Lemmas(tuple(sorted(dict.fromkeys(question.stuck), key=len)[:_MOST]))


def post_mortem(question: MortemQuestion) -> Insight:
    """Say what the class of the failure teaches."""
    return Insight(insight_of(question.failure, len(question.attempts)))


def formal(question: FormalQuestion) -> Formal:
    """Give nothing: words are not put into a formal language by rule."""
    return Formal()
