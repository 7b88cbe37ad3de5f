(* p024 *)
forall n : nat, exists k : nat, n * n * n + 2 * n = 3 * k
