(* p098 *)
forall (A : Type) (P : A -> Prop), (exists x, P x) -> ~ (forall x, ~ P x)
