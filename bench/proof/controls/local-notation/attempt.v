Local Notation "'triple' n" := (n + n + n) (at level 10).
Require Import Lia.
Lemma about_triples : forall n, triple n = 3 * n.
Proof. intros n. lia. Qed.
Theorem target : forall n : nat, n + n + n = 3 * n.
Proof. exact about_triples. Qed.
