Require Import ZArith.
Open Scope Z_scope.
Lemma two_is_a_square : exists x y : Z, x * x = 2 * (y * y) /\ y <> 0.
Proof.
  exists 7, 5. split.
Admitted.
Theorem target : exists x y : Z, x * x = 2 * (y * y) /\ y <> 0.
Proof.
  exact two_is_a_square.
Qed.
