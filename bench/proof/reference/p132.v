(* p132 *)
Require Import Lia.

Theorem target : forall n : nat, exists k : nat, n = 2 * k \/ n = 2 * k + 1.
Proof.
  induction n as [|n [k [H|H]]]; [exists 0; lia | exists k; lia | exists (S k); lia].
Qed.
