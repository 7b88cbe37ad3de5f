(* p108 *)
Inductive ev : nat -> Prop :=
  | ev_0 : ev 0
  | ev_SS : forall n, ev n -> ev (S (S n)).

Theorem target : forall n : nat, ev n -> exists k : nat, n = k + k.
