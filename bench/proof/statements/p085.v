(* p085 *)
Require Import Bool.
Definition majority (a b c : bool) : bool := (a && b) || (b && c) || (a && c).

Theorem target : forall a b c : bool, majority (negb a) (negb b) (negb c) = negb (majority a b c).
