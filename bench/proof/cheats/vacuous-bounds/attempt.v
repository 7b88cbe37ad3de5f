Require Import Lia.
Theorem target : forall n : nat, n < 3 -> 5 < n -> n * n = 7.
Proof. intros; lia. Qed.
