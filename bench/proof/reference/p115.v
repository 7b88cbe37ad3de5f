(* p115 *)
Require Import ZArith.
Open Scope Z_scope.
Require Import Lia.

Theorem target : forall a b : Z, a < b -> 2 * a + 1 < 2 * b.
Proof.
  intros; lia.
Qed.
