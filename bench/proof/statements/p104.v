(* p104 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b c x y : Z, (a | b) -> (a | c) -> (a | b * x + c * y).
