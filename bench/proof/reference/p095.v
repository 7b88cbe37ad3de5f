(* p095 *)
Require Import List.
Require Import Lia.

Theorem target : forall (A : Type) (p : A -> bool) (l : list A), length (filter p l) <= length l.
Proof.
  induction l as [|a l IH]; simpl; [lia|]. destruct (p a); simpl; lia.
Qed.
