(* p131 *)
Require Import Classical.

Theorem target : forall A : Prop, ~ ~ A -> A.
Proof.
  intros A H; destruct (classic A); tauto.
Qed.

Theorem strength :
  (forall A : Prop, ~ ~ A -> A) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A; apply H; tauto.
Qed.
