(* p090 *)
Require Import Classical.

Theorem target : forall (A : Type) (a : A) (P : A -> Prop), exists x, P x -> forall y, P y.
Proof.
  intros A a P. destruct (classic (exists x, ~ P x)) as [[x H]|H].
  - exists x; tauto.
  - exists a; intros _ y. destruct (classic (P y)) as [K|K]; [exact K|]. destruct H; exists y; exact K.
Qed.

Theorem strength :
  (forall (A : Type) (a : A) (P : A -> Prop), exists x, P x -> forall y, P y) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A.
  destruct (H (option A) None (fun x => match x with None => True | Some _ => False end)) as [[a|] K].
  - left; exact a.
  - right; intros a; exact (K I (Some a)).
Qed.
