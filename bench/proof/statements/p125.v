(* p125 *)
forall n m p : nat, n * (m + p) = n * m + n * p
