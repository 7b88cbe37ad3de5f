Section Partial.
  Variable A : Type.
  Variable R : A -> A -> Prop.
  Hypothesis sym : forall x y, R x y -> R y x.
  Hypothesis trans : forall x y z, R x y -> R y z -> R x z.
  Theorem target : forall x y, R x y -> R x x.
  Proof using sym trans. intros x y H. apply (trans x y x H). apply sym. exact H. Qed.
End Partial.
