(* p077 *)
Require Import List Bool.

Theorem target :
  forall (A : Type) (p q : A -> bool) (l : list A), filter p (filter q l) = filter (fun x => q x && p x) l.
Proof.
  induction l as [|a l IH]; simpl; [reflexivity|].
  destruct (q a); simpl; [destruct (p a)|]; congruence.
Qed.
