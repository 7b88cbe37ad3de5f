Class C (n : nat) : Prop := c : True.
#[export] Instance step (n : nat) (h : C (S n)) : C n := I.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. pose (c (C := _) : C 0). exists 0. assert (C 0) by typeclasses eauto. reflexivity. Qed.
