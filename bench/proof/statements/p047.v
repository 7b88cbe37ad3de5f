(* p047 *)
forall (A : Type) (P : A -> Prop) (Q : Prop), (forall x, P x \/ Q) -> (forall x, P x) \/ Q
