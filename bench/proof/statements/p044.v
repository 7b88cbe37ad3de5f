(* p044 *)
Require Import List Permutation.

Theorem target : forall (A : Type) (l : list A), Permutation l (rev l).
