(* p059 *)
Require Import List.

Theorem refutation :
  ~ (forall l : list nat, rev l = l).
Proof.
  intros H; discriminate (H (0 :: 1 :: nil)).
Qed.
