(* p022 *)
forall A : Prop, ~ ~ (A \/ ~ A)
