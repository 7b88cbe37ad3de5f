(* p025 *)
Require Import List.

Theorem target : forall (A : Type) (l : list A), rev (rev l) = l.
