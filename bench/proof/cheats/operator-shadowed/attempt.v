Declare Scope odd_scope.
Notation "x + y" := (Nat.mul x 1) (at level 50, left associativity) : odd_scope.
Open Scope odd_scope.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. reflexivity. Qed.
