forall A : Prop, A \/ ~ A
