(* p045 *)
Require Import List Arith.

Theorem target : forall (A B : Type) (l : list A) (m : list B), length (combine l m) = Nat.min (length l) (length m).
