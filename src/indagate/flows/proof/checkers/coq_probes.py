"""The attacks that question the statement: is it vacuous, false in a small instance, trivial, what was meant?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from indagate.flows.proof.checkers import coq_refute
from indagate.flows.proof.verdict import Attack

if TYPE_CHECKING:
    from indagate.flows.proof.checkers.coq_judge import Bench

VACUITY, REFUTATION, TRIVIALITY = 4.0, 6.0, 2.5
"""Seconds that each of these attacks may take."""
_VACUOUS = """
Ltac nf_premises :=
  repeat lazymatch goal with
  | |- ~ _ => fail
  | |- _ -> False => fail
  | |- forall _, _ => intro
  end.
Ltac nf_open := repeat match goal with
  | H : _ /\\ _ |- _ => destruct H | H : _ \\/ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H
  | H : ?A <-> ?B |- _ => destruct H end.
Ltac nf_clash := nf_open; first [contradiction | discriminate | congruence | lia | tauto | easy
  | match goal with H : _ |- _ =>
      solve [inversion H; subst; first [contradiction | discriminate | congruence | lia | easy]] end
  | match goal with H : ?P |- _ => solve [unfold P in H; lia] end
  | match goal with H : ?f _ |- _ => solve [unfold f in H; nf_open; first [contradiction | lia | congruence]] end
  | match goal with H : ?f _ _ |- _ => solve [unfold f in H; nf_open; first [contradiction | lia | congruence]] end
  | match goal with x : _ |- _ => solve [induction x; assumption] end
  | firstorder (try discriminate; try congruence; try lia)].
"""
_BASE = "first [reflexivity | assumption | trivial | easy | congruence | tauto | lia]"


async def probes(bench: Bench, advice: bool) -> list[Attack]:
    """Make the attacks on the statement; only the refutation decides, the others are for the human who reviews."""
    found = []
    if advice:
        found.append(await _vacuity(bench))
    found.append(await _refutation(bench))
    if advice:
        found += [await _triviality(bench), _fidelity(bench)]
    return found


async def _vacuity(bench: Bench) -> Attack:
    needs = coq_refute.needs_of(bench.lock.preamble)
    body = f"Require Import {needs}.\n{_VACUOUS}Goal {bench.statement}.\n"
    body += "Proof. hnf. nf_premises.\n"
    body += 'lazymatch goal with H : _ |- _ => idtac | _ => fail "no premise" end; exfalso; solve [nf_clash].\nQed.\n'
    fine, _ = await bench.ours("Vacuous", body, tried=False, seconds=VACUITY)
    if fine:
        detail = "the hypotheses contradict each other, or a type has no element: the statement says nothing"
        return Attack("vacuity", False, detail, required=False)
    return Attack("vacuity", True, "no contradiction was found among the hypotheses", required=False)


async def _refutation(bench: Bench) -> Attack:
    kit = coq_refute.kit(bench.lock.preamble)
    body = f"{kit}\nGoal {bench.statement} -> False.\nProof. intro H; hnf in H; nf_refute H. Qed.\n"
    fine, _ = await bench.ours("Refuted", body, tried=False, seconds=REFUTATION)
    if fine:
        return Attack("refutation", False, "a small instance breaks the statement: its negation is proved")
    return Attack("refutation", True, "no small instance breaks it")


async def _triviality(bench: Bench) -> Attack:
    body = f"Require Import Lia.\nGoal {bench.statement}.\nProof. hnf; intros; solve [{_BASE}]. Qed.\n"
    fine, _ = await bench.ours("Trivial", body, tried=False, seconds=TRIVIALITY)
    detail = "one tactic proves it at once" if fine else "no single tactic proves it"
    return Attack("triviality", not fine, detail, required=False)


def _fidelity(bench: Bench) -> Attack:
    said = " ".join(bench.lock.proposition.split())
    return Attack("fidelity", None, f"for the human: is this what was meant? {said}", required=False)
