(* p092 *)

Theorem refutation :
  ~ (forall n m : nat, n - m = m - n).
Proof.
  intros H; discriminate (H 0 1).
Qed.
