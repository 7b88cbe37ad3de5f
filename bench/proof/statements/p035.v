(* p035 *)
forall A : Prop, A \/ ~ A
