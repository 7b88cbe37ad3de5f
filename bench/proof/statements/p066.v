(* p066 *)
Require Import List Arith.
Fixpoint insert (x : nat) (l : list nat) : list nat :=
  match l with
  | nil => cons x nil
  | cons y k => if x <=? y then cons x l else cons y (insert x k)
  end.
Fixpoint sort (l : list nat) : list nat :=
  match l with
  | nil => nil
  | cons x k => insert x (sort k)
  end.

Theorem target : forall l : list nat, length (sort l) = length l.
