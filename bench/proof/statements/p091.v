(* p091 *)
Require Import List.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint mirror (t : tree) : tree :=
  match t with
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)
  end.
Fixpoint inorder (t : tree) : list nat :=
  match t with
  | leaf => nil
  | node l x r => inorder l ++ x :: inorder r
  end.

Theorem target : forall t : tree, inorder (mirror t) = rev (inorder t).
