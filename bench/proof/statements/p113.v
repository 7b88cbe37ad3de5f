(* p113 *)
Require Import QArith.
Open Scope Q_scope.

Theorem target : forall a b : Q, 0 <= a -> 0 <= b -> 0 <= a * b.
