(* p040 *)

Theorem target :
  forall (A : Type) (R : A -> A -> Prop),
  (forall x y, R x y -> R y x) -> (forall x y z, R x y -> R y z -> R x z) -> (forall x, exists y, R x y) ->
  forall x, R x x.
Proof.
  intros A R S T E x. destruct (E x) as [y H]. eapply T; [exact H|]. apply S; exact H.
Qed.
