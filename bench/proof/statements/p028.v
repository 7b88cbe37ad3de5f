(* p028 *)
forall A B : Prop, ~ (A /\ B) -> ~ A \/ ~ B
