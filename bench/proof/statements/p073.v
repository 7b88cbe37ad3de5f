(* p073 *)
forall A B : Prop, (forall C : Prop, (A -> C) -> (B -> C) -> C) -> A \/ B
