(* p086 *)
Require Import QArith.
Open Scope Q_scope.

Theorem target : forall a b : Q, (a + b) * (a - b) == a * a - b * b.
Proof.
  intros; ring.
Qed.
