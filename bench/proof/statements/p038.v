(* p038 *)
Require Import QArith.
Open Scope Q_scope.

Theorem target : forall x : Q, ~ x == 0 -> x * / x == 1.
