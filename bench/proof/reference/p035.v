(* p035 *)
Require Import Classical.

Theorem target : forall A : Prop, A \/ ~ A.
Proof.
  exact classic.
Qed.

Theorem strength :
  (forall A : Prop, A \/ ~ A) ->
  forall X : Prop, X \/ ~ X.
Proof.
  auto.
Qed.
