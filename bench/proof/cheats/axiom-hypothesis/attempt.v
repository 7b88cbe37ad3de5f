Hypothesis luck : forall n : nat, n = 0.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. discriminate (luck 1). Qed.
