(* p067 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall x : Z, 0 < x * x + x + 1.
