(* p109 *)
Require Import List.

Theorem target : forall (A B : Type) (f : A -> B) (l : list A), map f (rev l) = rev (map f l).
