(* p057 *)

Theorem target : forall (A : Type) (f : A -> A -> Prop), ~ (forall P : A -> Prop, exists x, forall y, f x y <-> P y).
Proof.
  intros A f H. destruct (H (fun x => ~ f x x)) as [x K]. specialize (K x). tauto.
Qed.
