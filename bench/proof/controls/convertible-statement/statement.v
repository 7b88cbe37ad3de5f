forall n : nat, S n <> 0
