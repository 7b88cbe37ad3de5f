(* p129 *)
forall A : Prop, ~ (A <-> ~ A)
