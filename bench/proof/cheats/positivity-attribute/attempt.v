#[bypass_check(positivity)]
Inductive knot : Prop := tie : (knot -> False) -> knot.
Definition untie (k : knot) : False := match k with tie f => f k end.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct (untie (tie untie)). Qed.
