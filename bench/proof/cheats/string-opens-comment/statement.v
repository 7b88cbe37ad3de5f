exists n : nat, n * n + 1 = n
