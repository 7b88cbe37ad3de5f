(* p122 *)
Require Import Arith.

Theorem target : forall a b c : nat, Nat.divide c a -> Nat.divide c b -> Nat.divide c (Nat.gcd a b).
