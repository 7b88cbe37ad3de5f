Module Nat.
  Definition gcd (n m : nat) : nat := 0.
End Nat.
Theorem target : forall n m : nat, Nat.gcd n m = Nat.gcd (n * n) m.
Proof. reflexivity. Qed.
