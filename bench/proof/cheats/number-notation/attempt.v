Definition read (n : Number.uint) : option nat := Some 0.
Definition show (n : nat) : Number.uint := Number.UIntDecimal (Decimal.D1 Decimal.Nil).
Number Notation nat read show : nat_scope.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. reflexivity. Qed.
