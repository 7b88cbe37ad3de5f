(* p110 *)
Require Import List.

Theorem target : forall (A : Type) (l m n : list A), l ++ (m ++ n) = (l ++ m) ++ n.
