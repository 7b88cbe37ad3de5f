(* p075 *)
Require Import Arith.

Theorem target : forall n : nat, n < 2 ^ n.
