(* p077 *)
Require Import List Bool.

Theorem target :
  forall (A : Type) (p q : A -> bool) (l : list A), filter p (filter q l) = filter (fun x => q x && p x) l.
