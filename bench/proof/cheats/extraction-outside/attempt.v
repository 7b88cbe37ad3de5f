Require Extraction.
Extraction "/tmp/indagate-cheat-canary.ml" negb.
Theorem target : True.
Proof. exact I. Qed.
