(* p099 *)
Inductive tree : Type :=
  | leaf : tree
  | node : tree -> nat -> tree -> tree.
Fixpoint size (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (size l + size r)
  end.
Fixpoint height (t : tree) : nat :=
  match t with
  | leaf => 0
  | node l _ r => S (Nat.max (height l) (height r))
  end.

Theorem target : forall t : tree, size t = height t.
