exists m : nat, forall n : nat, n <= m
