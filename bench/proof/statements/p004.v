(* p004 *)
Fixpoint sum_to (n : nat) : nat :=
  match n with
  | O => O
  | S k => S k + sum_to k
  end.
Fixpoint sum_cubes (n : nat) : nat :=
  match n with
  | O => O
  | S k => S k * (S k * S k) + sum_cubes k
  end.

Theorem target : forall n : nat, sum_cubes n = sum_to n * sum_to n.
