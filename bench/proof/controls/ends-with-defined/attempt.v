Theorem target : forall n m : nat, {n = m} + {n <> m} -> n = m \/ n <> m.
Proof. intros n m [H|H]; [left|right]; exact H. Defined.
