(* p123 *)
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint mirror (t : tree) : tree :=
  match t with
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)
  end.
Fixpoint size (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (size l + size r)
  end.

Theorem target : forall t : tree, size (mirror t) = size t.
