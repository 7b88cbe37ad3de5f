Theorem target : forall A : Type, ~ exists f : A -> A -> Prop, forall P : A -> Prop, exists x, forall y, f x y <-> P y.
Proof.
  intros A [f H]. destruct (H (fun x => ~ f x x)) as [x K]. specialize (K x).
  assert (N : ~ f x x) by (intros F; exact (proj1 K F F)). exact (N (proj2 K N)).
Qed.
