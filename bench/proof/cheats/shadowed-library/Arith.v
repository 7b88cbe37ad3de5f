Module Nat. Definition gcd (n m : nat) : nat := 0. End Nat.
