(* p096 *)
Require Import Arith.

Theorem target : forall a b c : nat, Nat.divide a b -> Nat.divide b c -> Nat.divide a c.
Proof.
  exact Nat.divide_trans.
Qed.
