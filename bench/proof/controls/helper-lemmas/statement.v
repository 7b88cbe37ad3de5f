Require Import List.

Theorem target : forall (A : Type) (x : A) (l : list A), length (l ++ x :: nil) = S (length l).
