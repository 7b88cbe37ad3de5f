(* p081 *)
Require Import List.

Lemma repeat_end : forall (A : Type) (x : A) n, repeat x n ++ (x :: nil) = x :: repeat x n.
Proof. induction n; simpl; congruence. Qed.

Theorem target : forall (A : Type) (x : A) (n : nat), rev (repeat x n) = repeat x n.
Proof.
  induction n as [|n IH]; simpl; [reflexivity|]. rewrite IH. apply repeat_end.
Qed.
