(* p127 *)
forall A B : Prop, A /\ B -> B /\ A
