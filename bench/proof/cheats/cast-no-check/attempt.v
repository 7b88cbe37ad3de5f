Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. vm_cast_no_check (@eq_refl nat 0). Qed.
