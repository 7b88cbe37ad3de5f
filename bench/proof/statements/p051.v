(* p051 *)
Require Import Arith.

Theorem target : forall a b : nat, b <> 0 -> a mod b < b.
