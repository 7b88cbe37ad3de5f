"""The built-in researcher: families of tactics as approaches, each with a hypothesis and its attempts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from indagate.flows.proof.portfolio import coq_arithmetic, coq_beyond, coq_direct, lean
from indagate.flows.proof.portfolio.approach import (
    BEYOND,
    DIRECT,
    LONGER,
    OWN,
    PROPOSED,
    Approach,
    Draft,
    Idea,
    Known,
    Made,
)
from indagate.flows.proof.portfolio.coq_beyond import stuck_goals, stuck_probe
from indagate.flows.proof.portfolio.proposed import idea_drafts
from indagate.flows.proof.statement import Statement

__all__ = [
    "APPROACHES", "BEYOND", "DIRECT", "LONGER", "OWN", "PROPOSED", "Approach", "Draft", "Idea", "Known", "applicable",
    "drafts", "named", "stuck_goals", "stuck_probe",
]  # fmt: skip
APPROACHES = (
    Approach("gallery", DIRECT, "the proof of a related statement in the gallery carries over"),
    Approach("decide", DIRECT, "it follows by logic and computation alone", 8.0),
    Approach("counterexample", DIRECT, "it is false, and a small instance shows it", 6.0, negated=True),
    Approach("arithmetic", DIRECT, "it is a matter of arithmetic, with squares and case analysis as hints", 20.0),
    Approach("cases", DIRECT, "finitely many cases decide it: a small range, divisors or residues", 15.0),
    Approach("induction", DIRECT, "induction on one of its variables, simplification and the hypothesis give it", 20.0),
    Approach("growth", DIRECT, "it grows with a natural number: induction, powers and sums as unknowns", 20.0),
    Approach("library", DIRECT, "a lemma of the library says it, up to a rewriting", 20.0),
    Approach("derivation", DIRECT, "induction on a hypothesis that is an inductive predicate gives it"),
    Approach("classical", DIRECT, "the law of excluded middle, which is allowed, gives it"),
    Approach("generalisation", BEYOND, "with a constant argument made a variable, induction goes through", 20.0),
    Approach("stuck goals", BEYOND, "the goals at which induction got stuck are lemmas that induction proves", 25.0),
    Approach("far counterexample", BEYOND, "it is false, and a larger number shows it", 20.0, negated=True),
    Approach("patience", LONGER, "the same arithmetic and cases give it, each search with four times the time", 60.0),
    Approach("deep search", LONGER, "more steps of the same search, with every lemma found", 40.0),
)


_MAKERS: dict[str, Callable[[Statement, Known], Made]] = {
    "gallery": coq_direct.gallery, "decide": coq_direct.decide, "arithmetic": coq_arithmetic.arithmetic,
    "cases": coq_arithmetic.cases, "patience": coq_arithmetic.patience,
    "growth": lambda statement, known: coq_arithmetic.growth(statement), "induction": coq_direct.induction,
    "library": coq_direct.library, "derivation": coq_direct.derivation,
    "classical": coq_direct.classical, "generalisation": coq_beyond.generalisation, "stuck goals": coq_beyond.stuck,
    "counterexample": lambda statement, known: coq_beyond.refute(statement, wide=False),
    "far counterexample": lambda statement, known: coq_beyond.refute(statement, wide=True),
    "deep search": coq_direct.deep,
}  # fmt: skip
_INDUCTIVE = re.compile(r"\b(?:nat|list|Fixpoint|Inductive|bool|option|tree)\b")
_PREDICATE = re.compile(r"\bInductive\b[^.]*->\s*Prop\b")
_LATE = ("arithmetic", "cases", "growth", "induction", "library")
"""What comes late where the statement defines a predicate of its own: induction on its derivations is likelier."""
_AT_ONCE = ("gallery", "arithmetic", "decide", "counterexample", "cases")
"""What makes up the first direction of a statement about numbers only."""
_STRUCTURED = re.compile(r":\s*(?:list|bool|option|Type|Set|Prop)\b")
_NUMERIC = re.compile(r"\b(?:nat|Z|R|Q|N|positive)\b|[<≤]|_scope|\bmod\b|\d")


def named(name: str, known: Known) -> Approach:
    """Return the approach of a name: one of the portfolio's, or one that was proposed."""
    for idea in known.ideas:
        if idea.name == name:
            return Approach(name, PROPOSED, idea.hypothesis, 20.0)
    return next(one for one in APPROACHES if one.name == name)


def applicable(statement: Statement, known: Known) -> list[Approach]:
    """Return the portfolio's approaches that can be tried on a statement, in order of promise.

    What proved a statement like it comes early, what failed on several of them late.
    """
    if statement.language == "lean":
        return [one for one in APPROACHES if lean.attempts(one.name, statement, known)]
    inductive = _INDUCTIVE.search(statement.source) is not None
    numeric = _NUMERIC.search(statement.source) is not None
    wanted = {
        "gallery": bool(known.related), "arithmetic": numeric, "induction": inductive, "library": bool(known.lemmas),
        "growth": inductive and coq_arithmetic.INTEGERS.search(statement.source) is not None,
        "classical": any("classic" in name for name in known.axioms), "generalisation": inductive,
        "stuck goals": bool(known.stuck), "far counterexample": numeric,
        "patience": numeric and coq_arithmetic.about_numbers_only(statement),
        "cases": coq_arithmetic.has_cases(statement),
    }  # fmt: skip
    found = [one for one in APPROACHES if wanted.get(one.name, True)]
    leading = ["gallery"] + ["growth"] * coq_arithmetic.grows(statement)
    if numeric and coq_arithmetic.about_numbers_only(statement):
        leading.append("arithmetic")
        found = [replace(one, direction=OWN) if one.name in (*_AT_ONCE, *leading) else one for one in found]
    structured = "Inductive" in statement.preamble or _STRUCTURED.search(statement.proposition) is not None
    late = _LATE if _PREDICATE.search(statement.preamble) else _LATE[:1] if structured else ()
    helped = {one.approach for one in known.related}

    def promise(one: Approach) -> int:
        if one.name in leading:
            return leading.index(one.name)
        if one.name in late:
            return 5
        return 3 if one.name in helped else 5 if one.name in known.hindered else 4

    return sorted(found, key=promise)


def drafts(name: str, statement: Statement, known: Known) -> list[Draft]:
    """Return the attempts of an approach, in order."""
    approach = named(name, known)
    for idea in known.ideas:
        if idea.name == name:
            return [Draft(text, note, approach.seconds) for note, text in idea_drafts(idea, statement, known)]
    lean_one = statement.language == "lean"
    made = lean.attempts(name, statement, known) if lean_one else _MAKERS[name](statement, known)
    return [Draft(text, note, approach.seconds, approach.negated) for note, text in made]
