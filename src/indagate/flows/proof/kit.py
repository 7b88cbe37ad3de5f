"""The tactics that the portfolio's attempts are written with: Ltac of our own, put before the theorem it proves."""

from __future__ import annotations

import re

BASE = """Require Import Lia ZifyBool.
"""

KIT = r"""
Create HintDb nf.
Ltac nf_poly := match goal with
  | n : nat |- exists _ : nat, _ => first [exists n; lia | exists (n + 1); lia | exists (2 * n); lia
      | exists (n * n); lia | exists (n * n + n); lia]
  | k : nat, n : nat |- exists _ : nat, _ =>
      first [exists (k + n); lia | exists (k + n + 1); lia | exists (k + n * n + n + 1); lia | exists (k + n * n); lia
      | exists (k + 2 * n + 1); lia | exists (k + n * n + 2 * n + 1); lia | exists (k + 1); lia | exists (2 * k); lia
      | exists (2 * k + 1); lia | exists (3 * k); lia | exists (3 * k + 1); lia | exists (4 * k + 1); lia
      | exists (k + k * n); lia | exists (k * k); lia | exists (k * n); lia ]
  end.
Ltac nf_side := solve [assumption | reflexivity | lia | ARITH | auto 4 | congruence].
Ltac nf_done := solve
  [ assumption | reflexivity | discriminate | contradiction | congruence | tauto | lia | ARITH | auto 5
  | f_equal; first [assumption | congruence | lia | ARITH] | symmetry; assumption | easy ].
Ltac nf_break := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  | H : _ <-> _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : Some _ = Some _ |- _ => injection H as H
  | H : S _ = S _ |- _ => injection H as H
  | H : cons _ _ = cons _ _ |- _ => injection H as ? ?
  | |- _ /\ _ => split
  | |- _ <-> _ => split; intros
  end.
Ltac nf_data T := lazymatch T with
  | Type => fail | Set => fail | Prop => fail
  | _ -> _ => fail | forall _, _ => fail
  | _ => let K := type of T in lazymatch K with Prop => fail | _ => idtac end end.
Ltac nf_revert_but x := repeat match goal with
  | H : ?P |- _ => lazymatch H with
      | x => fail
      | _ => let K := type of P in lazymatch K with
          | Prop => revert H
          | _ => lazymatch P with
              | Type => fail | Set => fail | Prop => fail | _ -> Prop => fail | _ => revert H end end end
  end.
Ltac nf_use := match goal with
  | H : forall _, _ |- _ => rewrite H by nf_side
  | H : _ = _ |- _ => rewrite H
  end.
Ltac nf_split := match goal with
  | |- context [match ?x with _ => _ end] => destruct x eqn:?
  | H : context [match ?x with _ => _ end] |- _ => destruct x eqn:?
  | |- context [Nat.max ?a ?b] => destruct (PeanoNat.Nat.max_spec a b) as [[? ->] | [? ->]]
  | |- context [Nat.min ?a ?b] => destruct (PeanoNat.Nat.min_spec a b) as [[? ->] | [? ->]]
  end.
Ltac nf_facts := repeat match goal with
  | |- context [Nat.pow ?c ?a] => lazymatch goal with
      | _ : Nat.pow c a <> 0 |- _ => fail
      | _ => assert (Nat.pow c a <> 0) by (apply PeanoNat.Nat.pow_nonzero; discriminate) end
  | _ : context [Nat.pow ?c ?a] |- context [Nat.pow ?c ?b] => lazymatch goal with
      | _ : Nat.pow c a <= Nat.pow c b |- _ => fail
      | _ => assert (Nat.pow c a <= Nat.pow c b) by (apply PeanoNat.Nat.pow_le_mono_r; lia) end
  end.
Ltac nf_witness := match goal with
  | x : ?T |- exists _ : ?T, _ => exists x
  | f : _ -> ?T, x : _ |- exists _ : ?T, _ => exists (f x)
  | |- exists _, _ => eexists
  end.
Ltac nf_go n :=
  intros; try nf_done; simpl in *; nf_break; subst; try nf_done;
  try (progress autorewrite with nf in *; simpl in *; try nf_done);
  do 4 try (nf_use; simpl; try nf_done);
  try (progress autorewrite with nf in *; simpl in *; try nf_done);
  try (progress nf_facts; nf_done);
  lazymatch n with
  | O => fail
  | S ?m => first
      [ nf_split; nf_go m
      | solve [repeat (f_equal; try nf_done)]
      | solve [nf_poly]
      | nf_witness; nf_go m
      | match goal with H : forall _, _ |- _ => apply H; nf_go m end
      | solve [left; nf_go m] | solve [right; nf_go m]
      | solve [constructor; nf_go m]
      | solve [eauto 5 with nf] ]
  end.
Ltac nf_induct n := intros; match goal with
  | x : ?T |- _ => nf_data T; first
      [ solve [nf_revert_but x; induction x; nf_go n]
      | solve [induction x; nf_go n]
      | solve [nf_revert_but x; induction x; intros; simpl; match goal with y : _ |- _ => destruct y; nf_go n end] ]
  end.
"""

_ARITH = {"nat": "nia", "Z": "nia", "Q": "solve [lra | nra | field; assumption]", "R": "solve [lra | nra | field; nra]"}
LISTS = (
    "app_nil_r", "rev_app_distr", "rev_involutive", "map_app", "app_length", "map_length", "rev_length", "map_map",
    "map_rev", "map_id", "fold_left_app", "fold_right_app", "filter_app", "concat_app", "flat_map_app",
    "repeat_length", "in_app_iff", "rev_unit", "seq_length", "combine_length", "count_occ_app", "firstn_nil",
    "skipn_nil", "firstn_skipn", "app_assoc_reverse", "existsb_app", "forallb_app", "Forall_app", "repeat_app",
)  # fmt: skip
"""Well-known simplifications of the library of lists: used, where they exist, from left to right."""
NUMBERS = (
    "PeanoNat.Nat.add_0_r", "PeanoNat.Nat.mul_0_r", "PeanoNat.Nat.mul_1_r", "PeanoNat.Nat.add_succ_r",
    "PeanoNat.Nat.sub_0_r", "PeanoNat.Nat.sub_diag", "Bool.negb_involutive", "Bool.andb_true_r", "Bool.andb_false_r",
    "Bool.orb_true_r", "Bool.orb_false_r",
)  # fmt: skip
"""The same of numbers and booleans."""


def sorts(text: str) -> list[str]:
    """Return the kinds of numbers whose tactics a statement may need."""
    found = []
    if re.search(r"\b(?:Reals|Lra|Psatz|Rbase)\b", text):
        found.append("R")
    if re.search(r"\b(?:QArith|Qabs|Qcanon|Lqa)\b", text):
        found.append("Q")
    return found


def imports(text: str) -> str:
    """Return the imports of the kit for a statement."""
    kinds = sorts(text)
    extra = (["Require Import Lra."] if "R" in kinds else []) + (["Require Import Lqa."] if "Q" in kinds else [])
    return "\n".join([BASE.strip(), *extra]) + "\n"


def arithmetic(text: str) -> str:
    """Return the arithmetical closing tactic for a statement."""
    kinds = sorts(text)
    return " | ".join([*(_ARITH[kind] for kind in kinds), "fail"])


def kit(text: str, *, hints: tuple[str, ...] = ()) -> str:
    """Return imports, tactics and simplifications, to stand between a statement's preamble and its theorem."""
    lines = imports(text) + KIT.replace("ARITH", f"solve [{arithmetic(text)}]")
    if hints:
        lines += f"#[local] Hint Rewrite {' '.join(hints)} : nf.\n"
    return lines
