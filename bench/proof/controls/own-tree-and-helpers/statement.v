Require Import List.
Inductive rose : Type := branch : list rose -> rose.
Fixpoint weight (t : rose) : nat :=
  match t with
  | branch ts => S (fold_right Nat.add 0 (map weight ts))
  end.

Theorem target : forall t u : rose, weight (branch (t :: u :: nil)) = S (weight t + weight u).
