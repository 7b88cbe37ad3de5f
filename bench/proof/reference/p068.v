(* p068 *)

Theorem target : forall n m : nat, n + m = m + n.
Proof.
  induction n as [|n IH]; intros m; simpl; [induction m; simpl; congruence|].
  rewrite IH. clear IH. induction m; simpl; congruence.
Qed.
