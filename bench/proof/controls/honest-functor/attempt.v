Module Type Operation.
  Parameter op : bool -> bool -> bool.
  Parameter comm : forall b c, op b c = op c b.
End Operation.
Module Facts (O : Operation).
  Lemma swap : forall b c, O.op b c = O.op c b.
  Proof. exact O.comm. Qed.
End Facts.
Module And <: Operation.
  Definition op := andb.
  Lemma comm : forall b c, op b c = op c b.
  Proof. intros [] []; reflexivity. Qed.
End And.
Module AndFacts := Facts And.
Theorem target : forall b c : bool, andb b c = andb c b.
Proof. exact AndFacts.swap. Qed.
