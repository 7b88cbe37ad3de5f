(* p069 *)
Require Import Arith.
Require Import Lia.

Theorem refutation :
  ~ (forall n : nat, 2 <= n -> n * n <= 2 ^ n).
Proof.
  intros H; pose proof (H 3); simpl in *; lia.
Qed.
