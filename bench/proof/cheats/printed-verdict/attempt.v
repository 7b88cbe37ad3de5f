Axiom any : forall A : Prop, A.
Theorem target : exists n : nat, n * n + 1 = n.
Proof.
  idtac "Closed under the global context". apply any.
Qed.
