"""What the end of an approach is called, and what it teaches."""

from __future__ import annotations

import pytest

from indagate.flows.proof.ask import FAILURES
from indagate.flows.proof.chart import AttemptMade
from indagate.flows.proof.learning import failure_of, insight_of, propositional
from indagate.flows.proof.record import Attempt, Trial
from indagate.flows.proof.verdict import Attack, Verdict, sum_up


def trial(*attempts: tuple[str, Verdict | None], name: str = "decide", negated: bool = False) -> Trial:
    made = [
        Attempt(number, AttemptMade("text", "note", not error, error, 1.0, negated), verdict)
        for number, (error, verdict) in enumerate(attempts, 1)
    ]
    return Trial(1, name, "hope", "direct", made)


STANDS = sum_up([Attack("compile", True)], (), "bubblewrap", 1.0)
AXIOM = sum_up([Attack("axioms", False, "it rests on choice, which is not allowed")], (), "bubblewrap", 1.0)
OTHER = sum_up([Attack("statement", False, "it proves something else")], (), "bubblewrap", 1.0)


@pytest.mark.parametrize(
    ("of", "failure"),
    [
        (trial(), "nothing-to-try"),
        (trial(("No applicable tactic.", None)), "needs-lemma"),
        (trial(("No applicable tactic.", None), name="induction"), "needs-generalisation"),
        (trial(("stopped after 12 s", None)), "timeout"),
        (trial(("The reference nonsense was not found in the current environment.", None)), "does-not-compile"),
        (trial(("Unable to instantiate ?x.", None)), "no-witness"),
        (trial(("Tactic failure.", None), negated=True), "no-counterexample"),
        (trial(("", AXIOM)), "needs-axiom"),
        (trial(("", OTHER), ("No applicable tactic.", None)), "flawed"),
    ],
)
def test_a_failure_has_the_class_that_its_attempts_show(of: Trial, failure: str) -> None:
    """Each class is told by what the checker or an attack said, and has a sentence of its own."""
    found, _ = failure_of(of)
    assert found == failure
    assert found in FAILURES
    assert insight_of(found, len(of.attempts)).endswith(f"; {failure})")


def test_a_flaw_that_a_human_found_is_the_failure() -> None:
    """A proof that stood for every attack and not for its reader failed for the reader's reason."""
    assert failure_of(trial(("", STANDS)), "flaw: it is not what I meant") == ("flawed", "flaw: it is not what I meant")
    assert failure_of(trial(("No applicable tactic.", None)), "flaw: an older one")[0] == "needs-lemma"


@pytest.mark.parametrize(
    ("text", "propositional_one"),
    [
        ("forall A B : Prop, ((A -> B) -> A) -> A", True),
        ("forall (P : Prop), P \\/ ~ P", True),
        ("forall P' : Prop, P' <-> (P' /\\ True)", True),
        ("forall P : Prop, exists n : nat, P", False),
        ("forall A B : Prop, A = B", False),
        ("forall A : Prop, forall B : Prop, A -> B", False),
        ("forall n : nat, n = n", False),
    ],
)
def test_what_no_decision_procedure_proves_needs_an_axiom(text: str, propositional_one: bool) -> None:
    """Where logic alone decides, a failure says more than that a lemma is missing; elsewhere it does not."""
    assert propositional(text) is propositional_one
    failure, detail = failure_of(trial(("No applicable tactic.", None)), proposition=text)
    assert failure == ("needs-axiom" if propositional_one else "needs-lemma")
    assert ("tauto" in detail) is propositional_one
    other = trial(("No applicable tactic.", None), name="derivation")
    assert failure_of(other, proposition=text)[0] == "needs-lemma"
