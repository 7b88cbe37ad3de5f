(* p132 *)
forall n : nat, exists k : nat, n = 2 * k \/ n = 2 * k + 1
