Inductive tree : Type :=
  | leaf : tree
  | node : tree -> tree -> tree.
Fixpoint flip (t : tree) : tree :=
  match t with
  | leaf => leaf
  | node l r => node (flip r) (flip l)
  end.

Theorem target : forall t : tree, flip (flip t) = t.
