(* p046 *)
Require Import Bool.

Theorem target : forall a b : bool, xorb a b = a || b.
