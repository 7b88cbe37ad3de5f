(* p015 *)
Fixpoint odds (n : nat) : nat :=
  match n with
  | O => O
  | S k => odds k + (2 * k + 1)
  end.
Require Import Lia.

Theorem target : forall n : nat, odds n = n * n.
Proof.
  induction n; simpl odds in *; lia.
Qed.
