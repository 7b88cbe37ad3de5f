(* p056 *)
Require Import Classical.

Theorem target : forall A B : Prop, ((A -> B) -> A) -> A.
Proof.
  intros A B H; destruct (classic A); tauto.
Qed.

Theorem strength :
  (forall A B : Prop, ((A -> B) -> A) -> A) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A; apply (H (A \/ ~ A) False); tauto.
Qed.
