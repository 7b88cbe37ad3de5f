(* p007 *)
Require Import Reals.
Open Scope R_scope.

Theorem target : forall x y : R, (x + y) * (x - y) = x * x - y * y.
