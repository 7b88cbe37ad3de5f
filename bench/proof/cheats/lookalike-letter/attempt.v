Definition nаt := unit.
Inductive еq (x y : unit) : Prop := same : еq x y.
Theorem target : exists n : nаt, еq n n.
Proof. exists tt. constructor. Qed.
