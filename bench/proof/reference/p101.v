(* p101 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, (a + b) * (a + b) = a * a + 2 * a * b + b * b.
Proof.
  intros; ring.
Qed.
