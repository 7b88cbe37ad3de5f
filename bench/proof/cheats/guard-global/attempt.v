#[global] Unset Guard Checking.
#[global] Unset Universe Checking.
#[global] Unset Positivity Checking.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. fix self 0. Abort.
Fixpoint turn (n : nat) : exists n : nat, n * n + 1 = n := turn n.
Definition target := turn 0.
