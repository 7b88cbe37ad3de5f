(* p079 *)

Theorem target : forall a b c : bool, xorb a (xorb b c) = xorb (xorb a b) c.
Proof.
  intros [] [] []; reflexivity.
Qed.
