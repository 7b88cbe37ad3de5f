(* p058 *)
Require Import List.

Theorem target : forall (A : Type) (p : A -> bool) (l : list A), filter p (rev l) = rev (filter p l).
