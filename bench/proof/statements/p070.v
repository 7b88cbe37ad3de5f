(* p070 *)
Require Import List Arith.
Fixpoint count (x : nat) (l : list nat) : nat :=
  match l with
  | nil => 0
  | cons y k => if x =? y then S (count x k) else count x k
  end.

Theorem target : forall (x : nat) (l m : list nat), count x (l ++ m) = count x l + count x m.
