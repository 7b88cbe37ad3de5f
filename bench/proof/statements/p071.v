(* p071 *)
Require Import List.

Theorem target : forall (A : Type) (n : nat) (l : list A), firstn n l ++ skipn n l = l.
