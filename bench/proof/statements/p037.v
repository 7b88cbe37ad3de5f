(* p037 *)
Require Import Arith.

Theorem target : forall n : nat, Nat.even (n + n) = true.
