(* p114 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall n : Z, exists x y : Z, 7 * x + 5 * y = n.
Proof.
  intros n; exists (3 * n), (-4 * n); ring.
Qed.
