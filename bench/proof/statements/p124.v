(* p124 *)
forall (f : bool -> bool) (b : bool), f (f (f b)) = f b
