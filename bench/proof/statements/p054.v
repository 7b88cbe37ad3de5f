(* p054 *)
Require Import QArith.
Open Scope Q_scope.

Theorem target : forall a b : Q, a < b -> exists c : Q, a < c /\ c < b.
