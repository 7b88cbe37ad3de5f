(* p002 *)
Require Import Classical.

Theorem target : forall A B : Prop, (~ B -> ~ A) -> A -> B.
Proof.
  intros A B H; destruct (classic B); tauto.
Qed.

Theorem strength :
  (forall A B : Prop, (~ B -> ~ A) -> A -> B) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A; apply (H (~ ~ (A \/ ~ A))); tauto.
Qed.
