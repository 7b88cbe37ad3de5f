Theorem tаrget : exists n : nat, n * n + 1 = n + 1.
Proof. exists 0. reflexivity. Qed.
Definition target := tаrget.
