(* p104 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b c x y : Z, (a | b) -> (a | c) -> (a | b * x + c * y).
Proof.
  intros a b c x y [k H] [l K]; exists (k * x + l * y); subst; ring.
Qed.
