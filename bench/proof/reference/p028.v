(* p028 *)
Require Import Classical.

Theorem target : forall A B : Prop, ~ (A /\ B) -> ~ A \/ ~ B.
Proof.
  intros A B H; destruct (classic A); tauto.
Qed.

Theorem strength :
  (forall A B : Prop, ~ (A /\ B) -> ~ A \/ ~ B) ->
  forall X : Prop, ~ X \/ ~ ~ X.
Proof.
  intros H A; apply (H A (~ A)); tauto.
Qed.
