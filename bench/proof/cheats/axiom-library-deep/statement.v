forall (A : Type) (x : A) (p : x = x), p = eq_refl
