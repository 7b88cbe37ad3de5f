(* p069 *)
Require Import Arith.

Theorem target : forall n : nat, 2 <= n -> n * n <= 2 ^ n.
