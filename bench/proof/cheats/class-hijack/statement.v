Class Order (A : Type) := below : A -> A -> Prop.
Instance ascending : Order nat := le.

Theorem target : forall n m : nat, below n m -> below m n.
