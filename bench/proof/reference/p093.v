(* p093 *)
Require Import Arith.

Theorem target : forall n m : nat, Nat.gcd n (n + m) = Nat.gcd n m.
Proof.
  intros n m. rewrite Nat.add_comm. replace (m + n) with (m + 1 * n) by (rewrite Nat.mul_1_l; reflexivity).
  apply Nat.gcd_add_mult_diag_r.
Qed.
