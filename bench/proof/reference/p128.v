(* p128 *)

Theorem refutation :
  ~ (forall A B : Prop, (A -> B) -> B -> A).
Proof.
  intros H; apply (H False True); trivial.
Qed.
