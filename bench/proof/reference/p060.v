(* p060 *)
Require Import Lia.

Theorem target : forall n m : nat, n * n = m * m -> n = m.
Proof.
  intros; nia.
Qed.
