(* p011 *)
forall A B : Prop, ((A -> B) -> A) -> ~ ~ A
