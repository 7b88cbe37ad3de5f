(* p118 *)
Require Import ZArith.
Open Scope Z_scope.
Require Import Lia.

Theorem target : forall a b : Z, 2 * a * b <= a * a + b * b.
Proof.
  intros a b. pose proof (Z.square_nonneg (a - b)) as H. lia.
Qed.
