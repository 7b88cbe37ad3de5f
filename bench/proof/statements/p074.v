(* p074 *)
Require Import Reals.
Open Scope R_scope.

Theorem target : forall x y : R, Rabs (x + y) <= Rabs x + Rabs y.
