(* p034 *)
forall P : nat -> Prop, (forall n, (forall m, m < n -> P m) -> P n) -> forall n, P n
