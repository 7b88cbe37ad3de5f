forall A B C : Prop, (A -> B) -> (B -> C) -> A -> C
