Axiom target : exists n : nat, n * n + 1 = n.
Module Import Screen.
  Theorem target : True.
  Proof. exact I. Qed.
End Screen.
