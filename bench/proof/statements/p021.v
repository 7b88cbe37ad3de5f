(* p021 *)
forall (G : Type) (op : G -> G -> G) (e : G) (inv : G -> G),
  (forall x y z, op x (op y z) = op (op x y) z) -> (forall x, op e x = x) -> (forall x, op (inv x) x = e) ->
  forall x, op x (inv x) = e
