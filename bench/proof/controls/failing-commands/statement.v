forall n : nat, n = n
