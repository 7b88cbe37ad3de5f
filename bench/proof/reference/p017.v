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
Require Import Lia.

Theorem target : forall n : nat, fib_sum n + 1 = fib (S (S n)).
Proof.
  induction n as [|n IH]; [reflexivity|].
  change (fib_sum (S n)) with (fib (S n) + fib_sum n).
  change (fib (S (S (S n)))) with (fib (S (S n)) + fib (S n)). lia.
Qed.
