Axiom any : forall A : Prop, A.
Theorem clean : True.
Proof. exact I. Qed.
Print Assumptions clean.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. apply any. Qed.
