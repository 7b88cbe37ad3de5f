(* p084 *)
Fixpoint slide (n m : nat) : nat :=
  match n with
  | O => m
  | S k => slide k (S m)
  end.

Theorem target : forall n m : nat, slide n m = n + m.
