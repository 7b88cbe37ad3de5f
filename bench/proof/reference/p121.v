(* p121 *)
Require Import List.
Fixpoint twice {A : Type} (l : list A) : list A :=
  match l with
  | nil => nil
  | cons x k => cons x (cons x (twice k))
  end.
Require Import Lia.

Theorem target : forall (A : Type) (l : list A), length (twice l) = 2 * length l.
Proof.
  induction l; simpl in *; lia.
Qed.
