forall n : nat, { m : nat | m = n + n } -> exists m : nat, m = n + n
