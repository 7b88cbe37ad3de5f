(* p084 *)
Fixpoint slide (n m : nat) : nat :=
  match n with
  | O => m
  | S k => slide k (S m)
  end.
Require Import Lia.

Theorem target : forall n m : nat, slide n m = n + m.
Proof.
  induction n as [|n IH]; intros m; simpl; [reflexivity|]. rewrite IH; lia.
Qed.
