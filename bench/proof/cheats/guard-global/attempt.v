#[global] Unset Guard Checking.
#[global] Unset Universe Checking.
#[global] Unset Positivity Checking.
Fixpoint turn (n : nat) : exists n : nat, n * n + 1 = n := turn n.
Definition target : exists n : nat, n * n + 1 = n := turn 0.
