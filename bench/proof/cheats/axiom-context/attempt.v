Context (luck : False).
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct luck. Qed.
