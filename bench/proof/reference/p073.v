(* p073 *)

Theorem target : forall A B : Prop, (forall C : Prop, (A -> C) -> (B -> C) -> C) -> A \/ B.
Proof.
  intros A B H; apply H; [left|right]; assumption.
Qed.
