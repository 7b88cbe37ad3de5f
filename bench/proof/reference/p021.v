(* p021 *)

Theorem target :
  forall (G : Type) (op : G -> G -> G) (e : G) (inv : G -> G),
  (forall x y z, op x (op y z) = op (op x y) z) -> (forall x, op e x = x) -> (forall x, op (inv x) x = e) ->
  forall x, op x (inv x) = e.
Proof.
  intros G op e inv As Id Inv x.
  transitivity (op (op (inv (inv x)) (inv x)) (op x (inv x))).
  - rewrite Inv, Id. reflexivity.
  - rewrite <- As, (As (inv x) x (inv x)), Inv, Id. apply Inv.
Qed.
