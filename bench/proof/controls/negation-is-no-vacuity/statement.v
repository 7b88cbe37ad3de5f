forall A : Type, ~ exists f : A -> A -> Prop, forall P : A -> Prop, exists x, forall y, f x y <-> P y
