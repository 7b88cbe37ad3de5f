Inductive eq {A : Type} (x y : A) : Prop := eq_refl : eq x y.
Notation "x = y" := (eq x y) (at level 70).
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exists 0. constructor. Qed.
