(* p117 *)
Require Import List.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint size (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (size l + size r)
  end.
Fixpoint inorder (t : tree) : list nat :=
  match t with
  | leaf => nil
  | node l x r => inorder l ++ x :: inorder r
  end.

Theorem target : forall t : tree, length (inorder t) = size t.
