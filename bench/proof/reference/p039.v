(* p039 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall n : Z, Z.even (n * (n + 1)) = true.
Proof.
  intros n. rewrite Z.even_mul, Z.even_add. destruct (Z.even n); reflexivity.
Qed.
