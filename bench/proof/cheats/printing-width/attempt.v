Set Printing Width 2.
Set Printing Depth 1.
Module Closed. Module under. Module the. Module global.
Axiom context : exists n : nat, n * n + 1 = n.
End global. End the. End under. End Closed.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exact Closed.under.the.global.context. Qed.
