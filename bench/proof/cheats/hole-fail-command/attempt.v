Fail Definition target : forall A : Prop, A \/ ~ A := I.
