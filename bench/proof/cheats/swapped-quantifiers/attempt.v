Theorem target : forall n : nat, exists m : nat, n <= m.
Proof. intros n. exists n. apply le_n. Qed.
