(* p046 *)
Require Import Bool.

Theorem refutation :
  ~ (forall a b : bool, xorb a b = a || b).
Proof.
  intros H; discriminate (H true true).
Qed.
