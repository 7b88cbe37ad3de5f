(* p014 *)
forall (A : Type) (P Q : A -> Prop), (exists x, P x) /\ (exists x, Q x) -> exists x, P x /\ Q x
