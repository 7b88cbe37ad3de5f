(* p106 *)
Require Import Reals.
Open Scope R_scope.
Require Import Lra.

Theorem target : forall x y : R, x * y <= (x * x + y * y) / 2.
Proof.
  intros x y. pose proof (Rle_0_sqr (x - y)) as H. unfold Rsqr in H. lra.
Qed.
