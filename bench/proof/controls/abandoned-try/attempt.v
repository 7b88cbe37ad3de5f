Require Import Lia.
Theorem target : forall n : nat, n <= n * n.
Proof. induction n. simpl. Abort.
Theorem target : forall n : nat, n <= n * n.
Proof. intros n. nia. Qed.
