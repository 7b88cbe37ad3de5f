forall n : nat, n <= n * n
