(* p065 *)
Require Import Lia.

Theorem target : forall a b c : nat, (exists k, b = k * a) -> (exists k, c = k * a) -> exists k, b + c = k * a.
Proof.
  intros a b c [k H] [l K]; exists (k + l); subst; lia.
Qed.
