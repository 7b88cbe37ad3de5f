Theorem target : forall m : nat, (1 + m) <> (0 * m).
Proof. intros m H. discriminate H. Qed.
