Module Work.
  Lemma shift : forall n m : nat, n + S m = S (n + m).
  Proof. induction n as [|n IH]; intros m; simpl; [reflexivity|]. rewrite IH. reflexivity. Qed.
End Work.
Import Work.
Theorem target : forall n m : nat, n + S m = S (n + m).
Proof. exact shift. Qed.
