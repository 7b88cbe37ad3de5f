(* p076 *)
forall (A B : Type) (R : A -> B -> Prop), (exists y, forall x, R x y) -> forall x, exists y, R x y
