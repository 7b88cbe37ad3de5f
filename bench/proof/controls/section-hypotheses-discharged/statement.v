forall (A : Type) (R : A -> A -> Prop), (forall x y, R x y -> R y x) -> (forall x y z, R x y -> R y z -> R x z) ->
  forall x y, R x y -> R x x
