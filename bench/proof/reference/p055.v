(* p055 *)

Theorem refutation :
  ~ (forall (A : Type) (R : A -> A -> Prop), (forall x, exists y, R x y) -> exists y, forall x, R x y).
Proof.
  intros H. destruct (H bool (fun x y => x = y)) as [y E]; [intros x; exists x; reflexivity|].
  pose proof (E true); pose proof (E false); congruence.
Qed.
