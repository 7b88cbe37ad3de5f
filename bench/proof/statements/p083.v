(* p083 *)
forall (A B : Type) (f : A -> B) (b : bool) (x y : A), f (if b then x else y) = (if b then f x else f y)
