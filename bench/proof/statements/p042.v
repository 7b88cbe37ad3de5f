(* p042 *)
forall b : bool, negb (negb b) = b
