(* p031 *)
Require Import ZArith.
Open Scope Z_scope.
Require Import Lia.

Theorem target : forall a b : Z, a * b = 0 -> a = 0 \/ b = 0.
Proof.
  intros; nia.
Qed.
