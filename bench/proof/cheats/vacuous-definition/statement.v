Definition special (n : nat) : Prop := n = 3 /\ n = 5.

Theorem target : forall n : nat, special n -> n = n + 1.
