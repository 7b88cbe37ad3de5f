forall n : nat, n + 0 = n
