Notation "1" := O : nat_scope.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists O. reflexivity. Qed.
