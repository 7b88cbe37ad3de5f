(* p082 *)
Require Import QArith.
Open Scope Q_scope.

Theorem target : forall x : Q, x <= x * x.
