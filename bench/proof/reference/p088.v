(* p088 *)
Require Import List.

Theorem target : forall (A : Type) (l : list A), length (rev l) = length l.
Proof.
  exact rev_length.
Qed.
