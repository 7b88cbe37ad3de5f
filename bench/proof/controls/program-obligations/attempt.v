Require Import Program.Tactics.
Program Definition target (n : nat) (h : { m : nat | m = n + n }) : exists m : nat, m = n + n :=
  ex_intro _ (proj1_sig h) _.
