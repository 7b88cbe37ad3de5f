(* p030 *)
Require Import List.

Theorem target : forall (A : Type) (x : A) (l m : list A), In x (l ++ m) <-> In x l \/ In x m.
