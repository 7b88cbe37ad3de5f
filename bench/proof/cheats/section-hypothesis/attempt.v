Section Trick.
  Hypothesis absurd : False.
  Theorem target : exists n : nat, n * n + 1 = n.
  Proof using absurd. destruct absurd. Qed.
End Trick.
