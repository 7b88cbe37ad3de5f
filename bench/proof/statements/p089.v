(* p089 *)
Require Import List.

Theorem target : forall (f : nat -> nat) (p : nat -> bool) (l : list nat), map f (filter p l) = filter p (map f l).
