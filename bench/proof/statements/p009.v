(* p009 *)
Require Import ZArith.
Open Scope Z_scope.

Theorem target : forall a b : Z, Z.max a b + Z.min a b = a + b.
