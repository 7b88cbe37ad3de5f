(* p133 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, Z.abs (a * b) = Z.abs a * Z.abs b.
Proof.
  exact Z.abs_mul.
Qed.
