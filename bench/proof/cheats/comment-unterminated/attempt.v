(* Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. reflexivity. Qed.
