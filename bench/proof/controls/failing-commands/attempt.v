Fail Check (1 + true).
Check nat.
Compute 2 + 2.
Theorem target : forall n : nat, n = n.
Proof. idtac "Error: this is only a message. Axioms: none". reflexivity. Qed.
Print Assumptions target.
