(* p005 *)

Theorem target : forall A B C : Prop, (A -> B -> C) <-> (A /\ B -> C).
Proof.
  tauto.
Qed.
