(* p080 *)
Require Import List.

Theorem target :
  forall (A B C : Type) (f : A -> B) (g : B -> C) (l : list A), map g (map f l) = map (fun x => g (f x)) l.
