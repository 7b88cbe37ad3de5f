(* p003 *)

Theorem target : forall (A : Type) (P Q : A -> Prop), (forall x, P x /\ Q x) <-> (forall x, P x) /\ (forall x, Q x).
Proof.
  firstorder.
Qed.
