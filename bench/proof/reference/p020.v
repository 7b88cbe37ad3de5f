(* p020 *)
Require Import List Bool.

Theorem target : forall (A : Type) (p : A -> bool) (l m : list A), forallb p (l ++ m) = forallb p l && forallb p m.
Proof.
  intros; apply forallb_app.
Qed.
