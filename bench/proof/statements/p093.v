(* p093 *)
Require Import Arith.

Theorem target : forall n m : nat, Nat.gcd n (n + m) = Nat.gcd n m.
