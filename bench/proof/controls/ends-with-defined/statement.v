forall n m : nat, {n = m} + {n <> m} -> n = m \/ n <> m
