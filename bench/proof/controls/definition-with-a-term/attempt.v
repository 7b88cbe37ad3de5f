Definition target : forall A B C : Prop, (A -> B) -> (B -> C) -> A -> C :=
  fun A B C f g x => g (f x).
