(* p031 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, a * b = 0 -> a = 0 \/ b = 0.
