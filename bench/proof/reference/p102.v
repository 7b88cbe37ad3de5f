(* p102 *)
Require Import Arith.

Theorem target : forall n : nat, Nat.div2 (n + n) = n.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite Nat.add_succ_r. simpl. f_equal. exact IH.
Qed.
