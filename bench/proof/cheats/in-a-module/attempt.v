Module Inner.
  Definition f (n : nat) := 0.
  Notation "n * m + 1" := (f n) (at level 40).
  Theorem target : exists n : nat, n * n + 1 = n.
  Proof. exists 0. reflexivity. Qed.
End Inner.
Definition target := Inner.target.
