Require Import Classical.
Theorem target : forall A : Prop, A \/ ~ A.
Proof. exact classic. Qed.
