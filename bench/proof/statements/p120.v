(* p120 *)
Require Import List.
Fixpoint rev_onto {A : Type} (l acc : list A) : list A :=
  match l with
  | nil => acc
  | cons x k => rev_onto k (cons x acc)
  end.

Theorem target : forall (A : Type) (l : list A), rev_onto l nil = rev l.
