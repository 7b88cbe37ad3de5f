Notation "x = y" := True (at level 70).
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. exact I. Qed.
