(* p078 *)
Require Import Arith.

Theorem target : forall n m : nat, Nat.min n (Nat.max n m) = n.
