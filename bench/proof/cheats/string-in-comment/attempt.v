(* a quoted opening: "(*" *) Axiom any : forall A : Prop, A. (* and its closing: "*)" *)
Theorem target : exists n : nat, n * n + 1 = n.
Proof. apply any. Qed.
