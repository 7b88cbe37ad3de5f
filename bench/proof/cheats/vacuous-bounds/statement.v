forall n : nat, n < 3 -> 5 < n -> n * n = 7
