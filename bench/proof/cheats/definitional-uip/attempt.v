Set Definitional UIP.
Inductive seq {A : Type} (x : A) : A -> SProp := srefl : seq x x.
Definition back {A : Type} {x y : A} (s : seq x y) : x = y := match s with srefl _ => eq_refl end.
Definition forth {A : Type} {x y : A} (p : x = y) : seq x y := match p with eq_refl => srefl x end.
Lemma round {A : Type} {x y : A} (p : x = y) : back (forth p) = p.
Proof. destruct p. reflexivity. Qed.
Theorem target : forall (A : Type) (x : A) (p : x = x), p = eq_refl.
Proof. intros A x p. rewrite <- (round p). exact (eq_refl (back (srefl x))). Qed.
