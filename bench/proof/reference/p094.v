(* p094 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem refutation :
  ~ (forall n d : Z, 0 <= n -> 1 < d -> d < n * n + n + 41 -> (n * n + n + 41) mod d <> 0).
Proof.
  intros H. apply (H 40 41); reflexivity || discriminate.
Qed.
