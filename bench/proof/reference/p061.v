(* p061 *)
Require Import Classical.

Theorem target : forall (A : Type) (P : A -> Prop), ~ (forall x, P x) -> exists x, ~ P x.
Proof.
  intros A P H. destruct (classic (exists x, ~ P x)) as [K|K]; [exact K|]. destruct H; intros x.
  destruct (classic (P x)) as [L|L]; [exact L|]. destruct K; exists x; exact L.
Qed.

Theorem strength :
  (forall (A : Type) (P : A -> Prop), ~ (forall x, P x) -> exists x, ~ P x) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A. destruct (H (A \/ ~ A) (fun _ => False)) as [x _]; [tauto|exact x].
Qed.
