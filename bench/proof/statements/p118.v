(* p118 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, 2 * a * b <= a * a + b * b.
