(* p078 *)
Require Import Arith.
Require Import Lia.

Theorem target : forall n m : nat, Nat.min n (Nat.max n m) = n.
Proof.
  intros; lia.
Qed.
