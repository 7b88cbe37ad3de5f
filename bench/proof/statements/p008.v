(* p008 *)
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
Inductive ascending : list nat -> Prop :=
  | asc_nil : ascending nil
  | asc_one : forall x, ascending (cons x nil)
  | asc_more : forall x y l, x <= y -> ascending (cons y l) -> ascending (cons x (cons y l)).

Theorem target : forall l : list nat, ascending (sort l).
