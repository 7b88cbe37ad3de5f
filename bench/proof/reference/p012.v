(* p012 *)
Require Import Lia.

Theorem target : forall n m : nat, n <= m -> exists k : nat, m = n + k.
Proof.
  intros n m H; exists (m - n); lia.
Qed.
