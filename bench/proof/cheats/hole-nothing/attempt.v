Theorem target : forall A : Prop, A \/ ~ A.
