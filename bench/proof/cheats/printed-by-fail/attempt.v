Set Warnings "-all".
Axiom any : forall A : Prop, A.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. Fail fail "Closed under the global context". apply any. Qed.
