(* p060 *)
forall n m : nat, n * n = m * m -> n = m
