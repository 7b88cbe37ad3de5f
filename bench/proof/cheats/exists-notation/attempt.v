Notation "'exists' x .. y , p" := ((forall x, .. (forall y, p -> p) ..)) (at level 200, x binder, y binder, right associativity) : type_scope.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. intros n H. exact H. Qed.
