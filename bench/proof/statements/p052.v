(* p052 *)
Fixpoint factorial (n : nat) : nat :=
  match n with
  | O => 1
  | S k => S k * factorial k
  end.
Fixpoint factorial_acc (n acc : nat) : nat :=
  match n with
  | O => acc
  | S k => factorial_acc k (S k * acc)
  end.

Theorem target : forall n : nat, factorial_acc n 1 = factorial n.
