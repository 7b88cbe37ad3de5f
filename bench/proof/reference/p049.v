(* p049 *)

Theorem target :
  forall (A B C : Type) (f : A -> B) (g : B -> C),
  (forall x y, f x = f y -> x = y) -> (forall x y, g x = g y -> x = y) ->
  forall x y, g (f x) = g (f y) -> x = y.
Proof.
  auto.
Qed.
