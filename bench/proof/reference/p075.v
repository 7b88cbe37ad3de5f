(* p075 *)
Require Import Arith.
Require Import Lia.

Theorem target : forall n : nat, n < 2 ^ n.
Proof.
  induction n; simpl; lia.
Qed.
