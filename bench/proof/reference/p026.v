(* p026 *)
Fixpoint factorial (n : nat) : nat :=
  match n with
  | O => 1
  | S k => S k * factorial k
  end.
Require Import Lia.

Theorem target : forall n : nat, 1 <= factorial n.
Proof.
  induction n; simpl; lia.
Qed.
