(* p127 *)

Theorem target : forall A B : Prop, A /\ B -> B /\ A.
Proof.
  intros A B [H K]; split; assumption.
Qed.
