Cd "/tmp".
Redirect "indagate-cheat-canary" Print nat.
Theorem target : True.
Proof. exact I. Qed.
