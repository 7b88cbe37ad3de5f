(* p017 *)
Fixpoint fib (n : nat) : nat :=
  match n with
  | O => 0
  | S k => match k with
           | O => 1
           | S j => fib k + fib j
           end
  end.
Fixpoint fib_sum (n : nat) : nat :=
  match n with
  | O => fib 0
  | S k => fib (S k) + fib_sum k
  end.

Theorem target : forall n : nat, fib_sum n + 1 = fib (S (S n)).
