Add LoadPath "/tmp" as Elsewhere.
Add ML Path "/tmp".
Theorem target : True.
Proof. exact I. Qed.
