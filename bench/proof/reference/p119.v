(* p119 *)

Theorem target : forall A B C : Prop, A \/ (B /\ C) <-> (A \/ B) /\ (A \/ C).
Proof.
  tauto.
Qed.
