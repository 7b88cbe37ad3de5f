Class Lucky : Prop := lucky : False.
Declare Instance found : Lucky.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct (lucky : False). Qed.
