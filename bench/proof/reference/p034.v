(* p034 *)
Require Import Lia.

Theorem target : forall P : nat -> Prop, (forall n, (forall m, m < n -> P m) -> P n) -> forall n, P n.
Proof.
  intros P H n. apply H. induction n as [|n IH]; intros m L; [lia|].
  apply H. intros k K. apply IH. lia.
Qed.
