(* p064 *)
forall (A B C : Type) (f : A -> B) (g : B -> C),
  (forall z, exists x, g (f x) = z) -> forall z, exists y, g y = z
