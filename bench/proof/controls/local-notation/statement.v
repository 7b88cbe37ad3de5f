forall n : nat, n + n + n = 3 * n
