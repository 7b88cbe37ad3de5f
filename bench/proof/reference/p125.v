(* p125 *)
Require Import Lia.

Theorem target : forall n m p : nat, n * (m + p) = n * m + n * p.
Proof.
  intros; lia.
Qed.
