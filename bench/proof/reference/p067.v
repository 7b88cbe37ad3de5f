(* p067 *)
Require Import ZArith.
Open Scope Z_scope.
Require Import Lia.

Theorem target : forall x : Z, 0 < x * x + x + 1.
Proof.
  intros; nia.
Qed.
