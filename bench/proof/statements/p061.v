(* p061 *)
forall (A : Type) (P : A -> Prop), ~ (forall x, P x) -> exists x, ~ P x
