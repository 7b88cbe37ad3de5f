(* p111 *)
Require Import List.
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint inorder (t : tree) : list nat :=
  match t with
  | leaf => nil
  | node l x r => inorder l ++ x :: inorder r
  end.
Fixpoint walk (t : tree) (acc : list nat) : list nat :=
  match t with
  | leaf => acc
  | node l x r => walk l (x :: walk r acc)
  end.

Theorem target : forall t : tree, walk t nil = inorder t.
