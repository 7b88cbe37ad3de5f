(* p001 *)
Require Import Arith.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> tree -> tree.
Fixpoint full (n : nat) : tree :=
  match n with
  | O => leaf
  | S k => node (full k) (full k)
  end.
Fixpoint leaves (t : tree) : nat :=
  match t with
  | leaf => 1
  | node l r => leaves l + leaves r
  end.
Require Import Lia.

Theorem target : forall n : nat, leaves (full n) = 2 ^ n.
Proof.
  induction n; simpl; lia.
Qed.
