Section Trick.
  Let absurd : False.
  Admitted.
  Theorem target : exists n : nat, n * n + 1 = n.
  Proof. destruct absurd. Qed.
End Trick.
