(* p010 *)
Require Import Bool.

Theorem target : forall a b : bool, negb (a && b) = negb a || negb b.
