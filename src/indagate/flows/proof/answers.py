"""What models are asked for, and how it is made sound: names that are told apart, scripts without their frame."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

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
from indagate.flows.proof.portfolio.approach import Idea

Line = Annotated[str, Meta(max_length=400, description="one line")]
Code = Annotated[str, Meta(max_length=20_000)]
_FENCE = re.compile(r"^\s*```\w*\s*\n|\n?```\s*$")
_FRAME = re.compile(r"\A\s*(?:Proof\s*\.|by\b)|\b(?:Qed|Defined)\s*\.\s*\Z")
_NAMED = re.compile(r"\A\s*(?:Lemma|Theorem|theorem|lemma)\s+[\w']+\s*:\s*|(?<=\S)\s*\.\s*\Z|\s*:=.*\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ProposedApproach:
    """An approach: its name, its hope, helping lemmas, and proof scripts."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    hypothesis: Line
    lemmas: Annotated[tuple[Code, ...], Meta(max_length=4)] = ()
    scripts: Annotated[tuple[Code, ...], Meta(max_length=3)] = ()


@dataclass(frozen=True, slots=True)
class ApproachAnswer:
    """One to three approaches, the most promising first."""

    approaches: Annotated[tuple[ProposedApproach, ...], Meta(max_length=3)]


@dataclass(frozen=True, slots=True)
class LemmaAnswer:
    """Closed propositions, without names and proofs."""

    lemmas: Annotated[tuple[Code, ...], Meta(max_length=4)]


def ideas(question: ApproachQuestion, answer: ApproachAnswer) -> Ideas:
    """Return the approaches under names of their own; those without anything to try are left out."""
    found: dict[str, Idea] = {}
    for one in answer.approaches:
        lemmas = tuple(said for lemma in one.lemmas if (said := proposition(lemma)))
        scripts = tuple(said for text in one.scripts if (said := script(text)))
        name = f"proposed {question.round}: {' '.join(one.name.split())}"
        if (lemmas or scripts) and name not in found:
            found[name] = Idea(name, " ".join(one.hypothesis.split()), lemmas, scripts)
    return Ideas(tuple(found.values()))


def lemmas(question: LemmaQuestion, answer: LemmaAnswer) -> Lemmas:
    """Return the lemmas as bare propositions, then the stuck goals themselves."""
    said = [proposition(one) for one in answer.lemmas]
    return Lemmas(tuple(dict.fromkeys([*(one for one in said if one), *question.stuck]))[:8])


def script(text: str) -> str:
    """Return a proof script without fences, `Proof.` and `Qed.`."""
    return _FRAME.sub("", _FRAME.sub("", _FENCE.sub("", text))).strip()


def proposition(text: str) -> str:
    """Return a proposition without fences, name, proof and full stop, in one line."""
    return " ".join(_NAMED.sub("", _FENCE.sub("", text)).split())


def check_insight(question: MortemQuestion, answer: Insight) -> list[str]:
    """Return what is wrong with an insight."""
    said = answer.insight.strip()
    return [] if 8 <= len(said) <= 600 else ["an insight is one or two sentences, of 8 to 600 characters"]


def check_formal(question: FormalQuestion, answer: Formal) -> list[str]:
    """Return what is wrong with a formal statement, as far as words tell."""
    found = [] if answer.proposition.strip() else ["there is no proposition"]
    if re.search(r"\b(?:Axiom|Parameter|Conjecture|Hypothesis|Admitted|axiom|sorry)\b", answer.imports):
        found.append("imports and definitions may hold no axiom")
    if not answer.reading.strip():
        found.append("there is no reading in plain words")
    return found
