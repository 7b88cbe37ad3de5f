Require Import List.

Theorem target : forall (A B : Type) (f : A -> B) (l m : list A), map f (l ++ m) = map f l ++ map f m.
