(* p041 *)
Require Import Classical.

Theorem target : forall A B : Prop, (A -> B) \/ (B -> A).
Proof.
  intros A B; destruct (classic A); tauto.
Qed.

Theorem strength :
  (forall A B : Prop, (A -> B) \/ (B -> A)) ->
  forall X : Prop, ~ X \/ ~ ~ X.
Proof.
  intros H A; destruct (H A (~ A)); tauto.
Qed.
