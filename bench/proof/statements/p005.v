(* p005 *)
forall A B C : Prop, (A -> B -> C) <-> (A /\ B -> C)
