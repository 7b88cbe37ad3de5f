(* p016 *)
Fixpoint sum_to (n : nat) : nat :=
  match n with
  | O => O
  | S k => S k + sum_to k
  end.
Require Import Lia.

Theorem target : forall n : nat, 2 * sum_to n = n * (n + 1).
Proof.
  induction n; simpl sum_to in *; lia.
Qed.
