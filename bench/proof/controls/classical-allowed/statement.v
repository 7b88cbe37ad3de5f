forall A B : Prop, ((A -> B) -> A) -> A
