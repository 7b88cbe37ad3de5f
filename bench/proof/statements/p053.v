(* p053 *)
forall A B : Prop, ~ (A \/ B) <-> ~ A /\ ~ B
