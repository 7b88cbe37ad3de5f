(* p053 *)

Theorem target : forall A B : Prop, ~ (A \/ B) <-> ~ A /\ ~ B.
Proof.
  tauto.
Qed.
