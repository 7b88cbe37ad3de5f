Theorem target : forall A : bool, A = true \/ ~ A = true.
Proof. intros []; [left; reflexivity|right; discriminate]. Qed.
