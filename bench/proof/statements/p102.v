(* p102 *)
Require Import Arith.

Theorem target : forall n : nat, Nat.div2 (n + n) = n.
