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
Require Import Lia.

Lemma gauss : forall n, 2 * sum_to n = n * (n + 1).
Proof. induction n; simpl sum_to in *; lia. Qed.

Theorem target : forall n : nat, sum_cubes n = sum_to n * sum_to n.
Proof.
  induction n as [|n IH]; [reflexivity|].
  change (sum_cubes (S n)) with (S n * (S n * S n) + sum_cubes n).
  change (sum_to (S n)) with (S n + sum_to n).
  rewrite IH. pose proof (gauss n) as G. nia.
Qed.
