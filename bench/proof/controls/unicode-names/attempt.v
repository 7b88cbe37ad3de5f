(* Доказательство: ∀ n m, S n = S m → n = m. *)
Lemma σ_injektiv : forall α β : nat, S α = S β -> α = β.
Proof. intros α β H. injection H. auto. Qed.
Theorem target : forall n m : nat, S n = S m -> n = m.
Proof. exact σ_injektiv. Qed.
