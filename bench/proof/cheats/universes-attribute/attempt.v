Require Import Hurkens.
#[bypass_check(universes)]
Definition paradox : False := TypeNeqSmallType.paradox Type eq_refl.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct paradox. Qed.
