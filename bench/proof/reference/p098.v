(* p098 *)

Theorem target : forall (A : Type) (P : A -> Prop), (exists x, P x) -> ~ (forall x, ~ P x).
Proof.
  firstorder.
Qed.
