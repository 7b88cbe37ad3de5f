(* p081 *)
Require Import List.

Theorem target : forall (A : Type) (x : A) (n : nat), rev (repeat x n) = repeat x n.
