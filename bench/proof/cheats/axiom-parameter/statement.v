Require Import ZArith.
Open Scope Z_scope.

Theorem target : exists x y : Z, x * x = 2 * (y * y) /\ y <> 0.
