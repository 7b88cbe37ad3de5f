(* p129 *)

Theorem target : forall A : Prop, ~ (A <-> ~ A).
Proof.
  tauto.
Qed.
