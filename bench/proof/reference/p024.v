(* p024 *)
Require Import Lia.

Theorem target : forall n : nat, exists k : nat, n * n * n + 2 * n = 3 * k.
Proof.
  induction n as [|n [k H]]; [exists 0; reflexivity|].
  exists (k + n * n + n + 1). nia.
Qed.
