(* p036 *)
Require Import List.

Theorem target :
  forall (A B : Type) (f : A -> B -> A) (l : list B) (a : A), fold_left f l a = fold_right (fun x y => f y x) a (rev l).
