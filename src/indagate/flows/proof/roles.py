"""The questions that the proof flow asks of models: none of them is answered by a rule, the portfolio goes on alone."""

from __future__ import annotations

from pathlib import Path

from indagate.flows.proof import answers
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
from indagate.flows.proof.record import PROPOSER
from indagate.models import Role

_PROMPTS = Path(__file__).with_name("prompts")
APPROACH_PROPOSER: Role[ApproachQuestion, Ideas] = Role(
    PROPOSER,
    Ideas,
    doc="approaches beside the portfolio's own",
    prompt=_PROMPTS / "approach-proposer.md",
    max_tokens=4000,
    answer=answers.ApproachAnswer,
    to_output=answers.ideas,
)
LEMMA_PROPOSER: Role[LemmaQuestion, Lemmas] = Role(
    "lemma-proposer",
    Lemmas,
    doc="the lemmas that a stuck proof needs",
    prompt=_PROMPTS / "lemma-proposer.md",
    max_tokens=1500,
    answer=answers.LemmaAnswer,
    to_output=answers.lemmas,
)
POST_MORTEM_WRITER: Role[MortemQuestion, Insight] = Role(
    "post-mortem-writer",
    Insight,
    tier="fast",
    doc="what a failed approach teaches",
    prompt=_PROMPTS / "post-mortem-writer.md",
    max_tokens=400,
    check=answers.check_insight,
)
FORMALISER: Role[FormalQuestion, Formal] = Role(
    "formaliser",
    Formal,
    doc="a statement in words, put formally for a person to confirm",
    prompt=_PROMPTS / "formaliser.md",
    max_tokens=2000,
    check=answers.check_formal,
)
ROLES = (APPROACH_PROPOSER, LEMMA_PROPOSER, POST_MORTEM_WRITER, FORMALISER)
