(* p092 *)
forall n m : nat, n - m = m - n
