Theorem target : exists n : nat, n * n + 1 = n.
Proof.
  eexists. shelve.
Qed.
