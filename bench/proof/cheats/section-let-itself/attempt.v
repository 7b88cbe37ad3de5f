Section Trick.
  Hypothesis absurd : False.
  Let target : exists n : nat, n * n + 1 = n.
  Proof. destruct absurd. Qed.
End Trick.
