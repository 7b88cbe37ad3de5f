"""What the proof flow asks its roles, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.proof.portfolio.approach import Idea

FAILURES = (
    "timeout", "needs-lemma", "needs-generalisation", "no-witness", "needs-axiom", "refuted", "does-not-compile",
    "no-counterexample", "flawed", "nothing-to-try",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tried:
    """An approach that failed, and how."""

    name: str
    failure: str
    detail: str


@dataclass(frozen=True, slots=True)
class ApproachQuestion:
    """What could be tried? With all that is known: what failed, stuck goals, lemmas, related proofs and lessons."""

    language: str
    statement: str
    informal: str = ""
    axioms: tuple[str, ...] = ()
    tried: tuple[Tried, ...] = ()
    stuck: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    round: int = 1


@dataclass(frozen=True, slots=True)
class Ideas:
    """Approaches beside the portfolio's own."""

    ideas: tuple[Idea, ...] = ()


@dataclass(frozen=True, slots=True)
class LemmaQuestion:
    """Which lemmas would help at these stuck goals?"""

    language: str
    statement: str
    stuck: tuple[str, ...] = ()
    lemmas: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lemmas:
    """Propositions to be proved first, the most useful first."""

    propositions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MortemQuestion:
    """What does the end of this approach teach? Attempts as note and error."""

    language: str
    statement: str
    name: str
    hypothesis: str
    failure: str
    attempts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Insight:
    """What was learnt, in a sentence or two."""

    insight: str


@dataclass(frozen=True, slots=True)
class FormalQuestion:
    """How is this said formally? `complaint` is what the checker said of the last version."""

    language: str
    words: str
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Formal:
    """A formal statement and its reading in plain words; an empty proposition where none could be given."""

    imports: str = ""
    proposition: str = ""
    reading: str = ""
