forall n m : nat, S n = S m -> n = m
