(* p014 *)

Theorem refutation :
  ~ (forall (A : Type) (P Q : A -> Prop), (exists x, P x) /\ (exists x, Q x) -> exists x, P x /\ Q x).
Proof.
  intros H. destruct (H bool (fun x => x = true) (fun x => x = false)) as [x [E F]]; [|congruence].
  split; [exists true|exists false]; reflexivity.
Qed.
