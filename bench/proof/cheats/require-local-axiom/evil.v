Axiom middle : forall A : Prop, A \/ ~ A.
