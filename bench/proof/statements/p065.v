(* p065 *)
forall a b c : nat, (exists k, b = k * a) -> (exists k, c = k * a) -> exists k, b + c = k * a
