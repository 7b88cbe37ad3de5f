Primitive int := #int63_type.
Primitive addc := #int63_add.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. vm_compute. reflexivity. Qed.
