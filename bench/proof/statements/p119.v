(* p119 *)
forall A B C : Prop, A \/ (B /\ C) <-> (A \/ B) /\ (A \/ C)
