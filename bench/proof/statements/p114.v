(* p114 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall n : Z, exists x y : Z, 7 * x + 5 * y = n.
