(* p013 *)
forall A B : Prop, (A -> B) -> ~ A \/ B
