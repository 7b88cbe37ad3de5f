(* p011 *)

Theorem target : forall A B : Prop, ((A -> B) -> A) -> ~ ~ A.
Proof.
  tauto.
Qed.
