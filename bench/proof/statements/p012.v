(* p012 *)
forall n m : nat, n <= m -> exists k : nat, m = n + k
