Require evil.
Theorem target : forall A : Prop, A \/ ~ A.
Proof. exact evil.middle. Qed.
