(* p124 *)

Theorem target : forall (f : bool -> bool) (b : bool), f (f (f b)) = f b.
Proof.
  intros f []; destruct (f true) eqn:E; destruct (f false) eqn:F; congruence.
Qed.
