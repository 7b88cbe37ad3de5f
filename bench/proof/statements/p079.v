(* p079 *)
forall a b c : bool, xorb a (xorb b c) = xorb (xorb a b) c
