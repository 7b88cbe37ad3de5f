(* p037 *)
Require Import Arith.

Theorem target : forall n : nat, Nat.even (n + n) = true.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite Nat.add_succ_r. exact IH.
Qed.
