(* p064 *)

Theorem target :
  forall (A B C : Type) (f : A -> B) (g : B -> C),
  (forall z, exists x, g (f x) = z) -> forall z, exists y, g y = z.
Proof.
  intros A B C f g H z. destruct (H z) as [x E]. exists (f x). exact E.
Qed.
