"""What a failure teaches: its class, and an insight in words."""

from __future__ import annotations

import re

from indagate.flows.proof.record import Trial
from indagate.number import count

_INSIGHTS = {
    "timeout": "the search ran out of time; a smaller search space or a helping lemma is needed",
    "needs-lemma": "the tactics got stuck at a goal that no step closes; a lemma about it is needed",
    "needs-generalisation": "the hypothesis of the induction is too weak; the statement should be generalised",
    "no-witness": "no witness was found among those tried",
    "needs-axiom": "without an axiom that is not allowed there is no such proof",
    "refuted": "the statement is false",
    "does-not-compile": "the attempt is not well-formed for the checker",
    "no-counterexample": "none of the instances tried breaks the statement, which speaks for it",
    "flawed": "the attempt compiled and an attack found a flaw",
    "nothing-to-try": "the approach has no attempt to make for this statement",
}


_BOUND = re.compile(r"^\s*forall\s+\(?([\w\s']+?)\s*:\s*Prop\s*\)?\s*,", re.UNICODE)
_SIGNS = re.compile(r"->|<->|/\\|\\/|~|[()]|\b(?:True|False)\b|\s")
COMPLETE = "tauto finds every intuitionistic proof of a propositional statement there is, and found none"


def propositional(proposition: str) -> bool:
    """Return whether a proposition is made of propositional variables and connectives alone."""
    found = _BOUND.match(proposition)
    if found is None:
        return False
    names = set(found[1].split())
    return set(re.findall(r"[^\W\d][\w']*|\S", _SIGNS.sub(" ", proposition[found.end() :]))) <= names


def failure_of(trial: Trial, review: str = "", proposition: str = "") -> tuple[str, str]:
    """Return the class of an approach's failure and a word on it, from its attempts' diagnostics or a review."""
    if not trial.attempts:
        return "nothing-to-try", "the approach found nothing to write"
    last = trial.attempts[-1].made
    errors = [attempt.made.error for attempt in trial.attempts]
    detail = " · ".join(dict.fromkeys(error for error in errors if error))[:400]
    flaws = [attempt.verdict.reason for attempt in trial.attempts if attempt.verdict and not attempt.verdict.stands]
    if flaws:
        return ("needs-axiom" if "axioms:" in flaws[-1] else "flawed"), " · ".join([*flaws, detail])[:400]
    verdict = trial.attempts[-1].verdict
    if review and verdict is not None and verdict.stands:
        return "flawed", review[:400]
    if last.negated:
        return "no-counterexample", detail
    if any(error.startswith("stopped after") for error in errors):
        return "timeout", detail
    if any(re.search(r"not found in the current|Syntax error|has type|Unknown interpretation", e) for e in errors):
        return "does-not-compile", detail
    if trial.name == "decide" and propositional(proposition):
        return "needs-axiom", COMPLETE
    if "exists" in detail or "instantiate" in detail:
        return "no-witness", detail
    return ("needs-generalisation" if trial.name in ("growth", "induction") else "needs-lemma"), detail


def insight_of(failure: str, attempts: int) -> str:
    """Return what the end of an approach with so many attempts teaches, by the class of its failure."""
    tried = count(attempts, "attempt") if attempts else "no attempt"
    return f"{_INSIGHTS.get(failure, failure)} ({tried}; {failure})"
