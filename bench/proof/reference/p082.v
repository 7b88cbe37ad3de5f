(* p082 *)
Require Import QArith.
Open Scope Q_scope.

Theorem refutation :
  ~ (forall x : Q, x <= x * x).
Proof.
  intros H; apply (H (1 # 2)); reflexivity.
Qed.
