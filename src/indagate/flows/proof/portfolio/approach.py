"""What a portfolio is made of: approaches, their drafts, and what is known when drafts are written."""

from __future__ import annotations

from dataclasses import dataclass

from indagate.flows.proof.library import Lemma


@dataclass(frozen=True, slots=True)
class Approach:
    """A direction's approach: what is hoped for, and which attempts are made of it."""

    name: str
    direction: str
    hypothesis: str
    seconds: float = 12.0
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """An attempt to be made: a complete file; `negated` ones prove `refutation`, the negation."""

    text: str
    note: str
    seconds: float = 12.0
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Idea:
    """An approach that was proposed: lemmas to be proved on the way, and proof scripts to be tried; either may miss."""

    name: str
    hypothesis: str
    lemmas: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Related:
    """A statement of the gallery that is the same or like the one at hand: its parts, its proof, and who found it."""

    preamble: str
    proposition: str
    proof: str
    approach: str
    same: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What ORIENT found: hints the library has, lemmas, stuck goals, allowed axioms, related proofs and ideas.

    `hindered` names approaches that failed on problems like this one.
    """

    hints: tuple[str, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    stuck: tuple[str, ...] = ()
    axioms: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    ideas: tuple[Idea, ...] = ()
    hindered: tuple[str, ...] = ()


OWN = "its own numbers, by computation and arithmetic alone"
"""Asks nothing of the library, so nothing is searched for before."""
DIRECT, BEYOND, PROPOSED = "the statement as it stands", "a stronger or helping statement", "what was proposed"
LONGER = "the statement as it stands, with more time"
Made = list[tuple[str, str]]
"""Attempts as notes and complete files."""
