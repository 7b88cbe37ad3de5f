forall n m : nat, n + S m = S (n + m)
