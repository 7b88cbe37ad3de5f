Variable luck : exists n : nat, n * n + 1 = n.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exact luck. Qed.
