Require Import Arith.

Theorem target : forall n m : nat, Nat.gcd n m = Nat.gcd (n * n) m.
