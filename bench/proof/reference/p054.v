(* p054 *)
Require Import QArith.
Open Scope Q_scope.
Require Import Lqa.

Theorem target : forall a b : Q, a < b -> exists c : Q, a < c /\ c < b.
Proof.
  intros a b H; exists ((a + b) * (1 # 2)); split; lra.
Qed.
