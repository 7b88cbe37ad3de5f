Definition holds (b : bool) : Prop := b = true.
Coercion holds : bool >-> Sortclass.

Theorem target : forall n : nat, Nat.even n.
