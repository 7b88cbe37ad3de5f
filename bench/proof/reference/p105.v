(* p105 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem refutation :
  ~ (forall a b : Z, a * a = b * b -> a = b).
Proof.
  intros H; discriminate (H 1 (-1) eq_refl).
Qed.
