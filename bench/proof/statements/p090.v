(* p090 *)
forall (A : Type) (a : A) (P : A -> Prop), exists x, P x -> forall y, P y
