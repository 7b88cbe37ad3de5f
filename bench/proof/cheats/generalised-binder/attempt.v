Class Trust : Prop := trust : False.
Theorem target `{Trust} : exists n : nat, n * n + 1 = n.
Proof. destruct trust. Qed.
