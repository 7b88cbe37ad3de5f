(* p006 *)
Require Import Reals.
Open Scope R_scope.
Require Import Lra.

Theorem target : forall x y : R, x < y -> x < (x + y) / 2 < y.
Proof.
  intros; lra.
Qed.
