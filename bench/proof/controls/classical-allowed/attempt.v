Require Import Classical.
Theorem target : forall A B : Prop, ((A -> B) -> A) -> A.
Proof. intros A B H. destruct (classic A) as [K|K]; [exact K|]. apply H. intros L. contradiction. Qed.
