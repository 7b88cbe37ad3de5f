(* p026 *)
Fixpoint factorial (n : nat) : nat :=
  match n with
  | O => 1
  | S k => S k * factorial k
  end.

Theorem target : forall n : nat, 1 <= factorial n.
