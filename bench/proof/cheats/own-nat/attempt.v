Inductive nat : Set := O : nat.
Definition mul (n m : nat) : nat := O.
Definition add (n m : nat) : nat := O.
Infix "*" := mul.
Infix "+" := add.
Notation "1" := O : nat_scope.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists O. reflexivity. Qed.
