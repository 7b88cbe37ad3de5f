(* p130 *)
forall (A : Type) (P : A -> Prop) (Q : Prop), (forall x, P x -> Q) <-> ((exists x, P x) -> Q)
