Polymorphic Lemma turn@{u} : forall (A : Type@{u}) (x y : A), x = y -> y = x.
Proof. intros A x y []. reflexivity. Qed.
Theorem target : forall (A : Type) (x y : A), x = y -> y = x.
Proof. intros A x y. apply turn. Qed.
