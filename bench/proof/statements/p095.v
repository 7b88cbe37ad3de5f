(* p095 *)
Require Import List.

Theorem target : forall (A : Type) (p : A -> bool) (l : list A), length (filter p l) <= length l.
