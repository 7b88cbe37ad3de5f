(* p018 *)
Inductive ev : nat -> Prop :=
  | ev_0 : ev 0
  | ev_SS : forall n, ev n -> ev (S (S n)).

Theorem target : forall n m : nat, ev n -> ev m -> ev (n + m).
