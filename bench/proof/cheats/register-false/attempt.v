Inductive Wrong : Prop := wrong : Wrong.
Register Wrong as core.False.type.
Register Wrong as core.True.type.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. discriminate || congruence || exact wrong. Qed.
