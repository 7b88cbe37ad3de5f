(* p105 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, a * a = b * b -> a = b.
