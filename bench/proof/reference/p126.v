(* p126 *)

Theorem target : forall (A : Type) (R : A -> A -> Prop), ~ (exists x, forall y, R x y <-> ~ R y y).
Proof.
  intros A R [x H]. specialize (H x). tauto.
Qed.
