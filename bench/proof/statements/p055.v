(* p055 *)
forall (A : Type) (R : A -> A -> Prop), (forall x, exists y, R x y) -> exists y, forall x, R x y
