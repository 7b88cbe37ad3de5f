(* p063 *)
Require Import List.
Fixpoint total (l : list nat) : nat :=
  match l with
  | nil => 0
  | cons x k => x + total k
  end.

Theorem target : forall (A : Type) (ll : list (list A)), length (concat ll) = total (map (@length A) ll).
