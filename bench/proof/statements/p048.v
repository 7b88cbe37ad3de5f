(* p048 *)
Require Import Arith.

Theorem target : forall n : nat, Nat.gcd n n = n.
