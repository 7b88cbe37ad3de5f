(* p042 *)

Theorem target : forall b : bool, negb (negb b) = b.
Proof.
  intros []; reflexivity.
Qed.
