(* p131 *)
forall A : Prop, ~ ~ A -> A
