(* p033 *)
Require Import Bool.

Theorem target : forall a b : bool, a && b = true <-> a = true /\ b = true.
