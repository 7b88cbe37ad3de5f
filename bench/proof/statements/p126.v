(* p126 *)
forall (A : Type) (R : A -> A -> Prop), ~ (exists x, forall y, R x y <-> ~ R y y)
