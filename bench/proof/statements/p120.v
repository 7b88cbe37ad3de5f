(* p120 *)
Require Import List.
Fixpoint rev_acc {A : Type} (l acc : list A) : list A :=
  match l with
  | nil => acc
  | cons x k => rev_acc k (cons x acc)
  end.

Theorem target : forall (A : Type) (l : list A), rev_acc l nil = rev l.
