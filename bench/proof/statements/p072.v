(* p072 *)
Require Import List.
Fixpoint count_up {A : Type} (l : list A) (acc : nat) : nat :=
  match l with
  | nil => acc
  | cons _ k => count_up k (S acc)
  end.

Theorem target : forall (A : Type) (l : list A), count_up l 0 = length l.
