(* p047 *)
Require Import Classical.

Theorem target : forall (A : Type) (P : A -> Prop) (Q : Prop), (forall x, P x \/ Q) -> (forall x, P x) \/ Q.
Proof.
  intros A P Q H; destruct (classic Q) as [K|K]; [right; exact K|left; intros x; destruct (H x); tauto].
Qed.

Theorem strength :
  (forall (A : Type) (P : A -> Prop) (Q : Prop), (forall x, P x \/ Q) -> (forall x, P x) \/ Q) ->
  forall X : Prop, X \/ ~ X.
Proof.
  intros H A. destruct (H A (fun _ => False) A) as [K|K]; [intros a; right; exact a|right; intros a; exact (K a)|left; exact K].
Qed.
