forall (A : Type) (x y : A), x = y -> y = x
